declare module "*.ts?script" {
  const url: string;
  export default url;
}
