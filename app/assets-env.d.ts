declare module "*.ts?script" {
  const url: string;
  export default url;
}

declare module "*&inline" {
  const css: string;
  export default css;
}
