import type { Service } from "~/content/services";
import commercial from "./service-commercial.svg?raw";
import drain from "./service-drain.svg?raw";
import emergency from "./service-emergency.svg?raw";
import geyser from "./service-geyser.svg?raw";
import inspection from "./service-inspection.svg?raw";
import leak from "./service-leak.svg?raw";
import residential from "./service-residential.svg?raw";

export const SERVICE_ILLUSTRATIONS: Record<Service["illustration"], string> = {
  "service-residential": residential,
  "service-commercial": commercial,
  "service-emergency": emergency,
  "service-geyser": geyser,
  "service-drain": drain,
  "service-leak": leak,
  "service-inspection": inspection,
};
