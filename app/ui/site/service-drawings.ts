import type { Service } from "~/content/services";
import commercial from "../drawings/service-commercial.svg?url";
import drain from "../drawings/service-drain.svg?url";
import emergency from "../drawings/service-emergency.svg?url";
import geyser from "../drawings/service-geyser.svg?url";
import leak from "../drawings/service-leak.svg?url";
import residential from "../drawings/service-residential.svg?url";

export const SERVICE_DRAWINGS: Record<Service["drawing"], string> = {
  "service-residential": residential,
  "service-commercial": commercial,
  "service-emergency": emergency,
  "service-geyser": geyser,
  "service-drain": drain,
  "service-leak": leak,
};
