/** The accounts of the demo town that README names. */
export const DEMO_LOGINS = ["admin@pombi.test", "client@pombi.test", "plumber@pombi.test"] as const;
export const DEMO_PASSWORD = "pombi-demo-1";
