import { describe, vi } from "vitest";
import { plantsCanaries } from "../support/canary.ts";

vi.mock("../../functions/scanners/registry.ts", () => import("../support/scripted-scanners.ts"));

describe("with APP_DEBUG=false", () => plantsCanaries({ debug: false }));
