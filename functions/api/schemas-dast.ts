import * as z from "zod";
import { timestamp } from "./schemas.ts";

export const surfaceEntry = z
  .object({
    id: z.uuid().meta({ description: "Names the entry", example: "2c9e7f10-4b85-5d36-a1e0-93f7b6d8c452" }),
    asset_id: z.uuid().meta({ description: "The asset that it is", example: "f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352" }),
    url: z.string().meta({ description: "Origin of the web app", example: "https://www.example.com" }),
    scheme: z.enum(["http", "https"]).meta({ description: "How it is reached", example: "https" }),
    host: z.string().meta({ description: "Its name or address", example: "www.example.com" }),
    port: z.int().min(1).max(65535).meta({ description: "Its port", example: 443 }),
    ip: z.string().meta({ description: "Where it was visited", example: "203.0.113.10" }),
    status_code: z.int().meta({ description: "What its front page answered", example: 200 }),
    title: z.string().nullable().meta({ description: "Title of its front page", example: "Example shop" }),
    technologies: z
      .array(z.string())
      .meta({ description: "What it was recognised to run on", example: ["nginx", "WordPress"] }),
    waf: z.string().nullable().meta({ description: "Web application firewall in front of it, if one was recognised" }),
    in_scope: z.boolean().meta({ description: "False when the org's domains do not cover it any more" }),
    source_scan_id: z.uuid().meta({ description: "The EASM scan that saw it last" }),
    first_seen: timestamp,
    last_seen: timestamp,
  })
  .meta({ id: "SurfaceEntry" });

export const dastStatus = z
  .object({
    enabled: z.boolean().meta({ description: "Is the module enabled for the org?" }),
    can_run: z.boolean().meta({ description: "Would a DAST scan start now?" }),
    reason: z.string().nullable().meta({
      description: "Why no scan would start now, null when one would",
      example: "DAST requires a completed EASM scan that discovered web apps",
    }),
    surface_count: z.int().min(0).meta({ description: "Web apps that EASM found", example: 12 }),
    last_easm_scan_id: z.uuid().nullable().meta({ description: "The EASM scan that the surface is from" }),
    in_flight_scan_id: z.uuid().nullable().meta({ description: "The DAST scan that is pending or running" }),
    next_scan_allowed_at: timestamp.nullable().meta({ description: "When the cooldown ends, null when there is none" }),
  })
  .meta({ id: "DastStatus" });
