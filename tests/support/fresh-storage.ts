import { emptyStorage } from "./empty-storage";

// All files share a runtime, and each begins with empty storage.
await emptyStorage();
