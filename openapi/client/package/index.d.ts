// biome-ignore-all lint: written by a program
// biome-ignore-all format: written by a program
// biome-ignore-all assist: written by a program
// Written by `npm run openapi`.

import { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.js";
/** Operations by path and method, as the OpenAPI document has them. */
export type Paths = paths;
/** Resources by their names in the document: `Schema["Finding"]`. */
export type Schema = components["schemas"];
export interface PalisadeClientOptions {
    /** Address of the deployment with the version, for example `https://api.example.com/api/v1`. */
    readonly baseUrl: string;
    readonly masterKey: string;
    /** Needed by every operation but those of the master key alone. */
    readonly adminKey?: string;
    /** Needed by the operations below `/org`: it selects the org. */
    readonly orgKey?: string;
    /** Takes the place of the global `fetch`: for a proxy, for retries, in tests. */
    readonly fetch?: (request: Request) => Promise<Response>;
}
/** Calls the API with typed parameters, bodies and answers; see `palisadeClient`. */
export type PalisadeClient = Client<paths>;
/**
 * A typed client for the backend of a user interface. The keys must never reach a browser.
 *
 * A call resolves to `data` for a success and to `error` (`{detail}`, or the cooldown's body) for anything else, next to
 * the `response` itself; it rejects when there was no answer at all.
 *
 * ```ts
 * const palisade = palisadeClient({ baseUrl, masterKey, adminKey, orgKey });
 * const { data, error } = await palisade.POST("/org/scans", { body: { module: "easm" } });
 * if (error) throw new Error("detail" in error ? error.detail : `Wait until ${error.next_scan_allowed_at}`);
 * const params = { path: { scan_id: data.id } };
 * const progress = await palisade.GET("/org/scans/{scan_id}/progress", { params });
 * ```
 */
export declare function palisadeClient({ baseUrl, masterKey, adminKey, orgKey, fetch }: PalisadeClientOptions): PalisadeClient;
