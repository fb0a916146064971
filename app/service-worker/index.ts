import { serveKeptPages } from "./pages";
import { showPushes } from "./push";

serveKeptPages();
showPushes();
