// biome-ignore-all lint: written by a program
// biome-ignore-all format: written by a program
// biome-ignore-all assist: written by a program
// Written by `npm run openapi`.

import createClient from "openapi-fetch";
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
export function palisadeClient({ baseUrl, masterKey, adminKey, orgKey, fetch }) {
    return createClient({
        baseUrl,
        headers: {
            "X-Master-Key": masterKey,
            ...(adminKey === undefined ? {} : { "X-Admin-Key": adminKey }),
            ...(orgKey === undefined ? {} : { "X-Org-Key": orgKey }),
        },
        ...(fetch === undefined ? {} : { fetch }),
    });
}
