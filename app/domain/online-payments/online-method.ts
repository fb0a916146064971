export { anyMethod, byMethod, ONLINE_METHODS, onlineMethod, type OnlineMethod } from "~/db/money-words";
