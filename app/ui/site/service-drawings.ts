import type { Service } from "~/content/services";
import commercial from "../drawings/service-commercial.svg?raw";
import drain from "../drawings/service-drain.svg?raw";
import emergency from "../drawings/service-emergency.svg?raw";
import geyser from "../drawings/service-geyser.svg?raw";
import leak from "../drawings/service-leak.svg?raw";
import residential from "../drawings/service-residential.svg?raw";

export const SERVICE_DRAWINGS: Record<Service["drawing"], string> = {
  "service-residential": residential,
  "service-commercial": commercial,
  "service-emergency": emergency,
  "service-geyser": geyser,
  "service-drain": drain,
  "service-leak": leak,
};
