import type { Module } from "./vocabulary.ts";

/** The stages of each module's scan, in order. Every module has a claim before them and a finalize after them. */
export const stagesOf: Readonly<Record<Module, readonly string[]>> = {
  easm: ["discover", "resolve", "ports", "probe", "checks"],
  dast: ["crawl", "passive", "active", "verify"],
  cloud: ["inventory", "judge"],
};

/** Batches of one stage that run at the same time and share the scan's request rate. */
export const BATCHES_AT_ONCE = 10;
