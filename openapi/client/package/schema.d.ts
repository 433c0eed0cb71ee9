// biome-ignore-all lint: written by a program
// biome-ignore-all format: written by a program
// biome-ignore-all assist: written by a program
// Written by `npm run openapi`.

export interface paths {
    "/org/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened in the org, newest first
         * @description Filters are combined. With a filter the events are found by an index, which has an event some milliseconds after the change that it tells of; without one the list is up to date.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List admin keys by their prefixes, newest first
         * @description Revoked keys stay in the list, with `active` false.
         */
        get: operations["listAdminKeys"];
        put?: never;
        /**
         * Mint an admin key; it is shown only in this answer
         * @description The answer is the one place where the whole key can be read: keep it, the service has only a salted hash of it.
         */
        post: operations["createAdminKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an admin key; it stops working at once
         * @description A revoked key answers 401 from the next request on. Revoking it again answers 204 as well.
         */
        delete: operations["revokeAdminKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent calls that could change something, newest first
         * @description One record for each `POST`, `PATCH` and `DELETE` whose master key was right, whatever it was answered. Keys appear by their public prefixes alone; records are never changed or deleted. They are in order of arrival, and a call is on record when it is over: who follows the log reads the last minute again.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/cloud/compliance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report how the accounts stand against a compliance framework
         * @description Over all accounts, or one. Without `version` it is the latest edition of which there are results. A control without a result is `not_assessed` and does not count in the score.
         */
        get: operations["getCloudCompliance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/cloud/frameworks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the compliance frameworks that results speak of, by name and version
         * @description A control that is neither passed nor failed was not assessed.
         */
        get: operations["listCloudFrameworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/cloud/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the connected cloud accounts, newest first
         * @description An org has at most 100, so that one page holds them all.
         */
        get: operations["listCloudAccounts"];
        put?: never;
        /**
         * Connect a cloud account: create its record, later save its role
         * @description The first call, with `{}` or a `name`, answers 201 with the `external_id` and `assumer_arn` for the role's trust policy. A later call with `role_arn` saves the role: to the account with the `id`, else to the one with the account number of the ARN, else to the only one without a role, and answers 200; else it creates one. Whoever saves a role makes the account `pending`, until it is validated again. An org has at most 100 accounts.
         */
        post: operations["saveCloudAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/cloud/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a cloud account and its results
         * @description Scans leave it out from now on, and its results are gone. The role stays in the customer's account, for the customer to delete.
         */
        delete: operations["removeCloudAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/cloud/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the checks say of each resource, pass and fail, last seen first
         * @description The results of the last scan of each account. Of a framework's name only letters and digits count: `ISO 27001` is `ISO-27001`.
         */
        get: operations["listCloudResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/cloud/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether there is something for a cloud scan to cover
         * @description Answers 200 as well when the module is not enabled for the org: `enabled` is false then.
         */
        get: operations["getCloudStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/cloud/accounts/{id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test live whether the service can assume the account's role, and only with its external ID
         * @description Answers 200 in both outcomes: `validated`, or `invalid` with a `reason` that says what to change. The role must be assumable with the external ID, must not be assumable without it, and must be of the account that its ARN names.
         */
        post: operations["validateCloudAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/dast/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether a DAST scan can start, and if not, why
         * @description Answers 200 as well when the module is not enabled for the org: `enabled` is false then.
         */
        get: operations["getDastStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/dast/surface": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the web apps that EASM found, newest first
         * @description What a DAST scan visits. A web app leaves the list when an EASM scan looks for it and finds it gone.
         */
        get: operations["listDastSurface"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send a file that the pages of the documentation load; needs no key
         * @description The names are in the pages; a file under a name never changes, so that browsers may keep it for good.
         */
        get: operations["getDocsAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe every request and response as OpenAPI 3; needs no key
         * @description This document itself. `If-None-Match` with the `ETag` of an earlier answer gives 304 while it is the same.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/redoc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the API in Redoc, for reading; needs no key
         * @description A page for a browser.
         */
        get: operations["getRedoc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the API in Swagger UI, where it can be tried out; needs no key
         * @description A page for a browser. Keys that are entered in it are sent to this service alone.
         */
        get: operations["getSwaggerUi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the org's seeds, newest first
         * @description An EASM scan begins at these. An org has at most 500, so that one page holds them all.
         */
        get: operations["listDomains"];
        put?: never;
        /**
         * Add seeds; those that the org has already are ignored. Answers with the full list
         * @description A seed is a domain, an IP address or range, an AS number or a keyword; which of them follows from the value. 422 names the first value that is none of them, or a range that is too large to scan; then none is added. An org has at most 500.
         */
        post: operations["addDomains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/domains/{domain_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a seed
         * @description Scans leave it out from now on; what they have found so far stays.
         */
        delete: operations["removeDomain"];
        options?: never;
        head?: never;
        /**
         * Change the value of a seed; its kind follows from the value
         * @description The id stays. Giving a seed the value that it has changes nothing and answers 200.
         */
        patch: operations["changeDomain"];
        trace?: never;
    };
    "/org/findings/{finding_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a finding
         * @description Shows any finding of the org, also one that lists hide.
         */
        get: operations["getFinding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Answer a finding, whatever its status, and have like findings suppressed if it is to stay
         * @description Each answer is kept in the history. With `suppress_similar` a rule is stored that gives like findings that nobody has answered the same status, each with the next scan that sees it; until then they keep theirs. When the finding is answered with another status than `accepted_risk` and `false_positive`, or with another rule, the rule that it made no longer holds. 422 when the finding has no value of the kind that `suppress_match` names.
         */
        patch: operations["giveFeedback"];
        trace?: never;
    };
    "/org/findings/grouped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List findings by issue, worst first, each with its affected assets
         * @description Findings of one module, rule and CVE are one issue. The worst severity comes first, then the issue with most findings, then by `group_key`. What is hidden in the list of findings is hidden here, and counted nowhere. An issue shows its first 100 assets, or with a `limit` above 100 its first 10,000 / `limit`, and counts them all.
         */
        get: operations["listFindingGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/findings/{finding_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what became of a finding's status, newest first
         * @description Every answer of the customer is an event, also one that gives the status that the finding has. A scan that leaves the status as it is leaves no event.
         */
        get: operations["listFindingHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List findings of all modules, newest first
         * @description Hidden are findings of class `inventory`, unless `include_inventory` or `finding_class` asks for them; findings with status `false_positive`, unless `status` asks for them; and duplicates, unless `include_duplicates` does. Filters are combined.
         */
        get: operations["listFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the org of the org key
         * @description Tells a backend whether its org key works, and which modules to show.
         */
        get: operations["getOwnOrg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an org, without its key
         * @description The key itself is shown by the calls that create it only; here is its public prefix.
         */
        get: operations["getOrg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name, modules, scan interval or activity of an org; what is left out stays
         * @description An org with `is_active` false is refused: its key answers 401 until it is active again. Its data stays. A module that is taken away keeps its findings and lets a running scan end.
         */
        patch: operations["changeOrg"];
        trace?: never;
    };
    "/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orgs, newest first
         * @description All orgs of the deployment, inactive ones as well.
         */
        get: operations["listOrgs"];
        put?: never;
        /**
         * Create an org with its seed domains; the org key is shown only in this answer
         * @description Each of `domains` is a domain, an IP address or range, an AS number or a keyword; 422 names the first that is none, and no org is created. `customer_id` is the caller's own and names the org in paths; it cannot be changed.
         */
        post: operations["createOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{customer_id}/rotate-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the key of an org; the new one is shown only in this answer, the old one stops working at once
         * @description A request with the old key answers 401 from now on, so store the new one before anything else.
         */
        post: operations["rotateOrgKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scans, newest first, without their runs
         * @description The history of all modules, or of the one that `module` names.
         */
        get: operations["listScans"];
        put?: never;
        /**
         * Start a scan of one module; it runs in the background
         * @description Answers at once with a `pending` job; poll `GET /org/scans/{scan_id}/progress` every few seconds. An EASM scan needs a domain (400), a DAST scan a completed EASM scan that found web apps, a cloud scan a validated account (409 both); and 409 is the answer where a deployment has no scanners for the module. One scan of a module at a time (409), and one per `scan_interval_days` (429, unless `force`). With an `Idempotency-Key` a repetition gets the first answer again.
         */
        post: operations["createScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/scans/{scan_id}/delta": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what a scan changed, as counts of findings
         * @description Exists once the scan is completed or partial. Only a full scan can say that a finding is gone.
         */
        get: operations["getScanDelta"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/scans/{scan_id}/feedback-validation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how the customer's answers held up against a scan
         * @description Exists once the scan is completed or partial. Only a full scan can say that a finding is gone.
         */
        get: operations["getFeedbackValidation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/scans/{scan_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a scan with the run of each scanner
         * @description For a bar that moves, poll the smaller `GET /org/scans/{scan_id}/progress`.
         */
        get: operations["getScan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/scans/{scan_id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far a scan is; poll every few seconds
         * @description The smallest answer there is about a scan. It is over when `phase` is no longer `running`.
         */
        get: operations["getScanProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/scans/{scan_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a scan: at once if pending, at the next stage boundary if running
         * @description A pending scan is `cancelled` at once. A running one answers `running` with `cancel_requested`, ends its stage and is then cancelled. A scan that is over answers 200 and stays as it is.
         */
        post: operations["stopScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell that the service answers; needs no key
         * @description For a load balancer or a monitor; it does not ask the database.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules that suppress findings, newest first
         * @description An answer to a finding makes a rule, with `suppress_similar`. A rule that an answer has taken back, or that was removed, is not listed; one whose time is over is, until the next scan has taken it back.
         */
        get: operations["listSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/suppressions/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show what a suppression rule would touch; changes nothing
         * @description Counts the findings that have the value, and lists those whose status the rule would change. It changes nothing at once when it is made: each finding takes its status with the next scan that sees it, and a like finding that is new is born with it. 422 when the finding has no value of the kind that `suppress_match` names.
         */
        post: operations["previewSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/suppressions/{suppression_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a rule; what it suppressed returns
         * @description Each finding that got its status from the rule, and has not been answered since, is `new` or `reopened` again, as it would be without the rule; the finding whose answer made the rule is `reopened`. The first 200 return at once. Those beyond return with the next scan, or when the call is repeated: it answers 204 until all of them have.
         */
        delete: operations["removeSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List remediation tasks, newest first
         * @description One for each finding of class `issue` or `should_not_be_public` that is at least of severity `low` and no duplicate. A task changes with its finding and in no other way. Filters are combined.
         */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What happened
         * @enum {string}
         */
        EventKind: "org.created" | "org.updated" | "org.key_rotated" | "domain.added" | "domain.changed" | "domain.removed" | "cloud.account_added" | "cloud.account_updated" | "cloud.account_validated" | "cloud.account_removed" | "scan.started" | "scan.stopped" | "scan.completed" | "scan.failed" | "scan.cancelled" | "finding.feedback" | "suppression.added" | "suppression.removed" | "task.created" | "task.updated";
        /**
         * @description Whether an admin integration, the customer or the service itself acted
         * @enum {string}
         */
        ActorKind: "admin" | "customer" | "system";
        /**
         * @description What it happened to
         * @enum {string}
         */
        TargetType: "org" | "domain" | "cloud_account" | "scan" | "finding" | "suppression" | "task";
        /**
         * @description How it ended
         * @enum {string}
         */
        Outcome: "ok" | "error" | "denied";
        /**
         * @description Does the resource meet the check? What could not be read has no result, and is no pass.
         * @enum {string}
         */
        CheckStatus: "pass" | "fail";
        /**
         * @description How bad it is
         * @enum {string}
         */
        Severity: "info" | "low" | "medium" | "high" | "critical";
        /**
         * @description `in_progress`: being worked on; `resolved`: gone, which a rescan checks; `accepted_risk`: there and to stay; `false_positive`: no finding at all
         * @enum {string}
         */
        FeedbackStatus: "in_progress" | "resolved" | "accepted_risk" | "false_positive";
        /**
         * @description What a finding must have in common with the answered one to be suppressed like it
         * @enum {string}
         */
        SuppressMatch: "template_id" | "cve" | "category" | "title";
        /**
         * @description `new` when first seen. The customer answers `in_progress`, `resolved`, `accepted_risk` or `false_positive`. A full rescan makes it `confirmed_resolved` when it is gone, `reopened` when it is back. `open` and `triaged` are of old.
         * @enum {string}
         */
        FindingStatus: "new" | "in_progress" | "resolved" | "confirmed_resolved" | "reopened" | "accepted_risk" | "false_positive" | "open" | "triaged";
        /**
         * @description `inventory`: merely there; `expected_exposure`: public on purpose; `should_not_be_public`: exposed by mistake; `issue`: a weakness
         * @enum {string}
         */
        FindingClass: "inventory" | "expected_exposure" | "should_not_be_public" | "issue";
        /**
         * @description `easm`: external attack surface; `dast`: web applications; `cloud`: cloud posture and compliance
         * @enum {string}
         */
        Module: "easm" | "dast" | "cloud";
        /**
         * @description Follows from the finding's: `open` while nobody has answered it or when it is back, `in_progress`, `done` once resolved, `wont_do` once suppressed; `blocked` while a scan could not check that it is resolved
         * @enum {string}
         */
        TaskStatus: "open" | "in_progress" | "blocked" | "done" | "wont_do";
        /**
         * @description Follows from the severity: `urgent` is critical, the others are as they are called
         * @enum {string}
         */
        TaskPriority: "low" | "medium" | "high" | "urgent";
        ActivityEvent: {
            /**
             * Format: uuid
             * @description Names the event
             */
            id: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * @description How much attention it deserves
             * @example INFO
             * @enum {string}
             */
            level: "ERROR" | "WARNING" | "INFO";
            action: components["schemas"]["EventKind"];
            outcome: components["schemas"]["Outcome"];
            /**
             * @description Slug of the org
             * @example acme-42
             */
            org: string;
            /**
             * @description The caller's own name of the org
             * @example acme-42
             */
            customer_id: string;
            /**
             * @description Who acted
             * @example ui-backend
             */
            actor: string;
            actor_kind: components["schemas"]["ActorKind"];
            /**
             * @description Public part of the admin key, empty when the service acted by itself
             * @example pal_adm_0aB1cD2eF3gH
             */
            admin_key: string;
            target_type: components["schemas"]["TargetType"];
            /**
             * @description Id of the target
             * @example 6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05
             */
            target_id: string;
            /** @description Human name of the target, where it has one */
            target: string | null;
            /**
             * @description Address of the caller
             * @example 203.0.113.7
             */
            ip: string;
            /**
             * @description What belongs to the kind of event: counts, old and new values, a delta, a reason
             * @example {
             *       "modules_enabled": [
             *         "easm"
             *       ],
             *       "domains": 2
             *     }
             */
            detail: {
                [key: string]: unknown;
            };
        };
        /** @description Body of every answer that is not a success. */
        Error: {
            /**
             * @description One line that says what is wrong.
             * @example Missing required header: X-Master-Key
             */
            detail: string;
        };
        AdminKey: {
            /**
             * Format: uuid
             * @description Names the key, to revoke it
             * @example 0b8e4f71-9c2d-4d6a-b3e5-a1f7c9d20e46
             */
            id: string;
            /**
             * @description Whose key it is
             * @example UI backend
             */
            name: string;
            /**
             * @description Public part of the key
             * @example pal_adm_0aB1cD2eF3gH
             */
            key_prefix: string;
            /**
             * @description False once the key is revoked
             * @example true
             */
            active: boolean;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        AdminKeyCreated: {
            /**
             * Format: uuid
             * @description Names the key, to revoke it
             * @example 0b8e4f71-9c2d-4d6a-b3e5-a1f7c9d20e46
             */
            id: string;
            /**
             * @description Whose key it is
             * @example UI backend
             */
            name: string;
            /**
             * @description Public part of the key
             * @example pal_adm_0aB1cD2eF3gH
             */
            key_prefix: string;
            /**
             * @description False once the key is revoked
             * @example true
             */
            active: boolean;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The key itself, shown only here
             * @example pal_adm_0aB1cD2eF3gH_4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1q
             */
            admin_key: string;
        };
        AuditRecord: {
            /**
             * Format: uuid
             * @description Names the record
             * @example 8d2f6b04-1c7e-4a93-b5f8-0e9a3c6d7b12
             */
            id: string;
            /**
             * @description HTTP method of the call
             * @example POST
             */
            method: string;
            /**
             * @description Path of the call, at most 500 characters
             * @example /api/v1/org/scans
             */
            path: string;
            /**
             * @description What the call was answered
             * @example 202
             */
            status_code: number;
            /**
             * @description Public part of the admin key that was sent, empty when there was none
             * @example pal_adm_0aB1cD2eF3gH
             */
            admin_prefix: string;
            /**
             * @description Public part of the org key that was sent, empty when there was none
             * @example pal_org_0aB1cD2eF3gH
             */
            org_prefix: string;
            /**
             * @description Address of the caller
             * @example 203.0.113.7
             */
            ip: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description What an auditor must know besides, such as that a scan's cooldown was bypassed
             * @example {
             *       "force": true,
             *       "module": "easm"
             *     }
             */
            detail: {
                [key: string]: unknown;
            };
        };
        ComplianceReport: {
            /**
             * @description Name of the framework
             * @example CIS
             */
            framework: string;
            /**
             * @description Edition of the framework
             * @example 5.0
             */
            version: string;
            /**
             * Format: uuid
             * @description The latest scan that the report rests on
             * @example 6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05
             */
            scan_id: string;
            /**
             * Format: date-time
             * @description When that scan had its results
             * @example 2026-01-31T09:30:00.000Z
             */
            generated_at: string;
            /** @description The controls, counted */
            summary: {
                /**
                 * @description Controls that checks can speak of
                 * @example 38
                 */
                total: number;
                /**
                 * @description Controls of which all results pass
                 * @example 20
                 */
                passed: number;
                /**
                 * @description Controls of which a result fails
                 * @example 9
                 */
                failed: number;
                /**
                 * @description Controls without a result
                 * @example 9
                 */
                not_assessed: number;
                /**
                 * @description Share of the assessed controls that pass; null when none was assessed
                 * @example 0.69
                 */
                score: number | null;
            };
            /** @description By number */
            controls: components["schemas"]["ControlReport"][];
        };
        ControlReport: {
            /**
             * @description Number of the control in the framework
             * @example 2.1.4
             */
            id: string;
            /**
             * @description Title of the control, or its number
             * @example 2.1.4
             */
            title: string;
            /**
             * @description The part of the framework it is in
             * @example 2.1
             */
            section: string | null;
            status: components["schemas"]["ControlStatus"];
            /**
             * @description Results that pass
             * @example 4
             */
            passed: number;
            /**
             * @description Results that fail
             * @example 1
             */
            failed: number;
            /**
             * @description Checks that are evidence for it
             * @example [
             *       "s3_bucket_public_access"
             *     ]
             */
            checks: string[];
            /** @description Findings of the results that fail */
            finding_ids: string[];
        };
        /**
         * @description `fail` when a result fails, `pass` when all pass, `not_assessed` without a result
         * @enum {string}
         */
        ControlStatus: "pass" | "fail" | "not_assessed";
        CloudFramework: {
            /**
             * @description Name of the framework
             * @example CIS
             */
            framework: string;
            /**
             * @description Edition of the framework
             * @example 5.0
             */
            version: string;
            /**
             * @description Controls that checks can speak of
             * @example 38
             */
            controls: number;
            /**
             * @description Controls of which all results pass
             * @example 20
             */
            passed: number;
            /**
             * @description Controls of which a result fails
             * @example 9
             */
            failed: number;
        };
        CloudAccount: {
            /**
             * Format: uuid
             * @description Names the record, to validate or remove it
             * @example 3f8d1c62-7b94-4e05-9a1d-c6e2f0b85d73
             */
            id: string;
            /**
             * @description Whose cloud it is
             * @enum {string}
             */
            provider: "aws";
            /**
             * @description The caller's name for it
             * @example Production
             */
            name: string | null;
            /**
             * @description Number of the account, from the role ARN; null without one
             * @example 123456789012
             */
            account_id: string | null;
            /**
             * @description The read-only role that the service assumes; null until the customer has made it
             * @example arn:aws:iam::123456789012:role/PalisadeReadOnly
             */
            role_arn: string | null;
            /**
             * Format: uuid
             * @description The role's trust policy must ask for it as `sts:ExternalId`. It stays as it is.
             * @example e4b7a0d9-5c13-4f68-b2e1-90f3d7c6a845
             */
            external_id: string;
            /**
             * @description The role of the service that the trust policy must name as its principal; null where it has none
             * @example arn:aws:iam::999988887777:role/palisade-prod-data-Assumer
             */
            assumer_arn: string | null;
            status: components["schemas"]["CloudAccountStatus"];
            /** @description Why it is invalid, and what to change; else null */
            reason: string | null;
            /**
             * Format: date-time
             * @description When its present role was last tested
             * @example 2026-01-31T09:30:00.000Z
             */
            last_validated_at: string | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        /**
         * @description `pending` until its role's trust was tested, and again when a role ARN is saved; then `validated` or `invalid`. Scans cover the validated ones.
         * @enum {string}
         */
        CloudAccountStatus: "pending" | "validated" | "invalid";
        CloudResult: {
            /**
             * Format: uuid
             * @description Names the result in every scan: one for each check and resource
             * @example a1c4e7f0-2b58-5d9a-8e3c-6f0b9d2a7145
             */
            id: string;
            /**
             * Format: uuid
             * @description The scan that found it last
             * @example 6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05
             */
            scan_id: string;
            /**
             * @description Number of the account
             * @example 123456789012
             */
            account_id: string;
            /**
             * @description Whose cloud it is
             * @enum {string}
             */
            provider: "aws";
            /**
             * @description The check
             * @example s3_bucket_public_access
             */
            check_id: string;
            /**
             * @description What the check asks for
             * @example S3 bucket is not public
             */
            title: string;
            status: components["schemas"]["CheckStatus"];
            /**
             * @description What was seen
             * @example Bucket reports grants read access to everyone
             */
            status_detail: string;
            severity: components["schemas"]["Severity"];
            /**
             * @description The provider's service
             * @example s3
             */
            service: string;
            /**
             * @description Where the resource is; `global` for what has no region
             * @example eu-west-1
             */
            region: string;
            /**
             * @description ARN of the resource
             * @example arn:aws:s3:::reports
             */
            resource_id: string;
            /**
             * @description Type of the resource
             * @example AWS::S3::Bucket
             */
            resource_type: string;
            /** @description Controls of compliance frameworks that the result is evidence for */
            frameworks: components["schemas"]["ControlRef"][];
            /**
             * Format: uuid
             * @description The finding that tells of it; null for what passes
             * @example c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283
             */
            finding_id: string | null;
            /**
             * @description How to put it right
             * @example Block public access of the bucket.
             */
            remediation: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            last_seen: string;
        };
        ControlRef: {
            /**
             * @description Name of the framework
             * @example CIS
             */
            framework: string;
            /**
             * @description Edition of the framework
             * @example 5.0
             */
            version: string;
            /**
             * @description Number of the control in the framework
             * @example 2.1.4
             */
            control_id: string;
        };
        CloudStatus: {
            /**
             * @description Is the module enabled for the org?
             * @example true
             */
            enabled: boolean;
            /**
             * @description Accounts that a scan would cover
             * @example 2
             */
            validated_accounts: number;
            /**
             * @description Enabled, and at least one account is validated?
             * @example true
             */
            can_run: boolean;
        };
        DastStatus: {
            /** @description Is the module enabled for the org? */
            enabled: boolean;
            /** @description Would a DAST scan start now? */
            can_run: boolean;
            /**
             * @description Why no scan would start now, null when one would
             * @example DAST requires a completed EASM scan that discovered web apps
             */
            reason: string | null;
            /**
             * @description Web apps that EASM found
             * @example 12
             */
            surface_count: number;
            /**
             * Format: uuid
             * @description The EASM scan that the surface is from
             */
            last_easm_scan_id: string | null;
            /**
             * Format: uuid
             * @description The DAST scan that is pending or running
             */
            in_flight_scan_id: string | null;
            /**
             * Format: date-time
             * @description When the cooldown ends, null when there is none
             * @example 2026-01-31T09:30:00.000Z
             */
            next_scan_allowed_at: string | null;
        };
        SurfaceEntry: {
            /**
             * Format: uuid
             * @description Names the entry
             * @example 2c9e7f10-4b85-5d36-a1e0-93f7b6d8c452
             */
            id: string;
            /**
             * Format: uuid
             * @description The asset that it is
             * @example f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352
             */
            asset_id: string;
            /**
             * @description Origin of the web app
             * @example https://www.example.com
             */
            url: string;
            /**
             * @description How it is reached
             * @example https
             * @enum {string}
             */
            scheme: "http" | "https";
            /**
             * @description Its name or address
             * @example www.example.com
             */
            host: string;
            /**
             * @description Its port
             * @example 443
             */
            port: number;
            /**
             * @description Where it was visited
             * @example 203.0.113.10
             */
            ip: string;
            /**
             * @description What its front page answered
             * @example 200
             */
            status_code: number;
            /**
             * @description Title of its front page
             * @example Example shop
             */
            title: string | null;
            /**
             * @description What it was recognised to run on
             * @example [
             *       "nginx",
             *       "WordPress"
             *     ]
             */
            technologies: string[];
            /** @description Web application firewall in front of it, if one was recognised */
            waf: string | null;
            /** @description False when the org's domains do not cover it any more */
            in_scope: boolean;
            /**
             * Format: uuid
             * @description The EASM scan that saw it last
             */
            source_scan_id: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            last_seen: string;
        };
        Domain: {
            /**
             * Format: uuid
             * @description Names the seed, to change or remove it
             * @example 7a3c9d51-e2f4-4b86-90d7-5c1e8f3b2a64
             */
            id: string;
            /**
             * @description In lower case, host names in ASCII
             * @example example.com
             */
            value: string;
            kind: components["schemas"]["DomainKind"];
        };
        /**
         * @description Follows from the value; `domain` and `ip_range` are scanned, the others help to discover
         * @enum {string}
         */
        DomainKind: "domain" | "ip_range" | "asn" | "keyword";
        Finding: {
            /**
             * Format: uuid
             * @description Names the finding in every scan that sees it
             * @example c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283
             */
            id: string;
            /**
             * @description What it is and where, as SHA-256 in hex: the same in every scan
             * @example 4f1d0c7a9be25386d0a4c1f7e8932b6d5a07c4e19f83b2d6607a1e5c94d8f3b2
             */
            dedup_key: string;
            module: components["schemas"]["Module"];
            /**
             * @description The rule that found it
             * @example easm.exposures.git_repository
             */
            template_id: string;
            /**
             * @description What is wrong, in a line
             * @example Git repository readable from the web
             */
            title: string;
            /**
             * @description What is wrong, in full
             * @example The web server hands out the folder `.git` to anyone who asks.
             */
            description: string | null;
            severity: components["schemas"]["Severity"];
            /**
             * @description Severity that the scanner or tool gave, before it was weighed
             * @example high
             */
            source_severity: string | null;
            /**
             * @description How the severity came about, step by step
             * @example [
             *       "native: high (easm.exposures.git_repository)"
             *     ]
             */
            severity_reason: string[];
            status: components["schemas"]["FindingStatus"];
            finding_class: components["schemas"]["FindingClass"];
            /**
             * @description What kind of weakness it is
             * @example exposed_file
             */
            category: string | null;
            /**
             * @description What may come of it
             * @example Anyone can rebuild the source history and any secret that was ever committed to it.
             */
            risk: string | null;
            /**
             * @description What to do about it, in a line
             * @example Deny access to /.git and rotate what it held.
             */
            remediation: string | null;
            /**
             * @description What to do about it, in four steps
             * @example [
             *       "Deny /.git on the web server.",
             *       "Deploy from build output.",
             *       "Rotate every secret.",
             *       "Scan again."
             *     ]
             */
            remediation_steps: string[];
            /**
             * @description The CVE, where it is one
             * @example null
             */
            cve_id: string | null;
            /**
             * @description The kind of weakness in the CWE list
             * @example CWE-527
             */
            cwe_id: string | null;
            /**
             * @description CVSS base score, 0 to 10
             * @example 7.5
             */
            cvss_score: number;
            /**
             * @description Further reading
             * @example [
             *       "https://git-scm.com/docs/gitignore"
             *     ]
             */
            references: string[];
            /**
             * @description Proof, at most 8 KB; where it was seen is in `matched_at`
             * @example {
             *       "matched_at": "https://www.example.com/.git/HEAD",
             *       "excerpt": "ref: refs/heads/main"
             *     }
             */
            evidence: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description The asset it was found on
             * @example f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352
             */
            asset_id: string | null;
            /**
             * @description The asset it was found on
             * @example https://www.example.com
             */
            asset: string | null;
            /**
             * Format: uuid
             * @description What is scanned: one for each org and module
             * @example b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790
             */
            scope_id: string | null;
            /**
             * Format: uuid
             * @description The finding of another scanner that says the same of the same asset
             * @example null
             */
            duplicate_of: string | null;
            /**
             * Format: uuid
             * @description The suppression rule that gave it its status, or that the answer to it made
             * @example null
             */
            suppression_id: string | null;
            /**
             * @description Why the last scan of the module that was completed or partial could not say whether the finding is still there: its scanner failed, its asset was not reached, or the scan looked elsewhere. Null when it could. A scan that could not say changes neither status nor `last_seen`
             * @example null
             */
            not_verified_reason: string | null;
            /**
             * Format: date-time
             * @description First scan that saw it
             * @example 2026-01-03T08:12:45.000Z
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description Last scan that saw it
             * @example 2026-01-31T09:38:20.000Z
             */
            last_seen: string;
        };
        FindingGroup: {
            /**
             * @description Names the issue, in every scan the same: module, rule and CVE where it is one
             * @example easm:easm.exposures.git_repository
             */
            group_key: string;
            module: components["schemas"]["Module"];
            /**
             * @description What is wrong, in a line
             * @example Git repository readable from the web
             */
            title: string;
            /** @description The worst among the findings */
            severity: components["schemas"]["Severity"];
            /**
             * @description What kind of weakness it is
             * @example exposed_file
             */
            category: string | null;
            finding_class: components["schemas"]["FindingClass"];
            /**
             * @description The CVE, where it is one
             * @example null
             */
            cve_id: string | null;
            /**
             * @description The kind of weakness in the CWE list
             * @example CWE-527
             */
            cwe_id: string | null;
            /**
             * @description Findings of the issue
             * @example 1
             */
            affected_count: number;
            /**
             * @description Findings of the issue by status
             * @example {
             *       "new": 1
             *     }
             */
            status_breakdown: {
                [key: string]: number;
            };
            /** @description The findings, the first 100: worst first, then those that were seen last */
            affected_assets: components["schemas"]["AffectedAsset"][];
            /**
             * @description Further reading
             * @example [
             *       "https://git-scm.com/docs/gitignore"
             *     ]
             */
            references: string[];
            /**
             * @description What to do about it, in four steps
             * @example [
             *       "Deny /.git on the web server.",
             *       "Deploy from build output.",
             *       "Rotate every secret.",
             *       "Scan again."
             *     ]
             */
            remediation_steps: string[];
            /**
             * Format: date-time
             * @description First scan that saw any of the findings
             * @example 2026-01-31T09:30:00.000Z
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description Last scan that saw any of the findings
             * @example 2026-01-31T09:30:00.000Z
             */
            last_seen: string;
        };
        AffectedAsset: {
            /**
             * Format: uuid
             * @description The asset
             * @example f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352
             */
            asset_id: string | null;
            /**
             * @description The asset it was found on
             * @example https://www.example.com
             */
            asset: string | null;
            /**
             * Format: uuid
             * @description The finding
             * @example c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283
             */
            finding_id: string;
            status: components["schemas"]["FindingStatus"];
            severity: components["schemas"]["Severity"];
            /**
             * @description Where it was seen, cut at 2048 characters
             * @example https://www.example.com/.git/HEAD
             */
            matched_at: string | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            last_seen: string;
        };
        FindingEvent: {
            /**
             * Format: uuid
             * @description Names the event
             * @example a8f3d6c1-5e2b-5947-8d0c-3b9a7e1f4526
             */
            id: string;
            /**
             * @description `detected` by a scan for the first time; `feedback` of the customer; `reopened`, `confirmed_resolved` or `auto_resolved` by a scan, the last when nobody had said it was resolved
             * @example feedback
             * @enum {string}
             */
            event: "detected" | "feedback" | "reopened" | "confirmed_resolved" | "auto_resolved" | "suppressed" | "unsuppressed";
            /**
             * @description Null for the first event
             * @example new
             * @enum {string|null}
             */
            old_status: "new" | "in_progress" | "resolved" | "confirmed_resolved" | "reopened" | "accepted_risk" | "false_positive" | "open" | "triaged" | null;
            /** @example accepted_risk */
            new_status: components["schemas"]["FindingStatus"];
            /**
             * @description Who it was; `system` for a scan
             * @example jane@example.com
             */
            actor: string;
            /**
             * @description What the customer added
             * @example Public on purpose until May
             */
            note: string | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        Org: {
            /**
             * Format: uuid
             * @description The service's own id of the org; callers name orgs by customer_id
             * @example 9e5d3a1c-7f48-4b02-a6c9-3d8e1b5f7024
             */
            id: string;
            /**
             * @description The caller's own name of the org, unique
             * @example acme-42
             */
            customer_id: string;
            /**
             * @description For people to read
             * @example Acme GmbH
             */
            customer_name: string;
            /**
             * @description Made from the customer_id, for events
             * @example acme-42
             */
            slug: string;
            /**
             * @description Modules that the org may use; others answer 403
             * @example [
             *       "easm",
             *       "dast"
             *     ]
             */
            modules_enabled: components["schemas"]["Module"][];
            /**
             * @description While false, the org key answers 401
             * @example true
             */
            is_active: boolean;
            /**
             * @description Scan cooldown of each module, in days
             * @example 14
             */
            scan_interval_days: number;
            /**
             * @description Public part of the org key
             * @example pal_org_0aB1cD2eF3gH
             */
            api_key_prefix: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        OrgCreated: {
            /**
             * Format: uuid
             * @description The service's own id of the org; callers name orgs by customer_id
             * @example 9e5d3a1c-7f48-4b02-a6c9-3d8e1b5f7024
             */
            id: string;
            /**
             * @description The caller's own name of the org, unique
             * @example acme-42
             */
            customer_id: string;
            /**
             * @description For people to read
             * @example Acme GmbH
             */
            customer_name: string;
            /**
             * @description Made from the customer_id, for events
             * @example acme-42
             */
            slug: string;
            /**
             * @description Modules that the org may use; others answer 403
             * @example [
             *       "easm",
             *       "dast"
             *     ]
             */
            modules_enabled: components["schemas"]["Module"][];
            /**
             * @description While false, the org key answers 401
             * @example true
             */
            is_active: boolean;
            /**
             * @description Scan cooldown of each module, in days
             * @example 14
             */
            scan_interval_days: number;
            /**
             * @description Public part of the org key
             * @example pal_org_0aB1cD2eF3gH
             */
            api_key_prefix: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The org key itself, shown only here
             * @example pal_org_0aB1cD2eF3gH_4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1q
             */
            org_api_key: string;
        };
        ScanSummary: {
            /**
             * Format: uuid
             * @description The scan
             * @example 6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05
             */
            id: string;
            /**
             * Format: uuid
             * @description What is scanned: one for each org and module
             * @example b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790
             */
            scope_id: string;
            status: components["schemas"]["ScanStatus"];
            /**
             * @description Empty means the full pipeline
             * @example []
             */
            requested_scanners: string[];
            /**
             * @description The module, and the options that the caller gave
             * @example {
             *       "module": "easm"
             *     }
             */
            params: {
                module: components["schemas"]["Module"];
            } & {
                [key: string]: unknown;
            };
            /** @description Counts, live while the scan goes on */
            stats: {
                /**
                 * @description Assets that the scan saw
                 * @example 57
                 */
                assets: number;
                /**
                 * @description Findings that the scan saw
                 * @example 18
                 */
                findings: number;
                /**
                 * @example {
                 *       "scan_id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                 *       "status": "completed",
                 *       "cancel_requested": false,
                 *       "stages_total": 5,
                 *       "stages_done": 5,
                 *       "current": null,
                 *       "assets": 57,
                 *       "findings": 18,
                 *       "phase": "done",
                 *       "coverage": {
                 *         "full": true,
                 *         "scanners_ok": 6,
                 *         "scanners_failed": 0,
                 *         "scanners_skipped": 0,
                 *         "scanners_pending": 0,
                 *         "assets_total": 57,
                 *         "assets_reached": 56,
                 *         "findings_verified": 22,
                 *         "findings_not_verified": 1
                 *       }
                 *     }
                 */
                progress: components["schemas"]["Progress"];
                /** @description There once a scan is completed or partial */
                finalize?: {
                    delta: components["schemas"]["ScanDelta"];
                };
            };
            /**
             * @description Why the scan failed
             * @example null
             */
            error: string | null;
            /**
             * Format: date-time
             * @description Null until it starts
             * @example 2026-01-31T09:30:04.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description Null until it is over
             * @example 2026-01-31T09:41:12.000Z
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * @description `pending` until a worker has it, then `running`. It ends `completed`; `partial` when some scanners failed; `failed` when the job itself or every scanner did; or `cancelled`.
         * @enum {string}
         */
        ScanStatus: "pending" | "running" | "partial" | "completed" | "failed" | "cancelled";
        /** @description How far a scan is */
        Progress: {
            /**
             * Format: uuid
             * @description The scan
             * @example 6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05
             */
            scan_id: string;
            /** @example running */
            status: components["schemas"]["ScanStatus"];
            /**
             * @description True once somebody has stopped the scan; it ends at the next stage
             * @example false
             */
            cancel_requested: boolean;
            /**
             * @description Stages of the scan; 0 while it is pending
             * @example 5
             */
            stages_total: number;
            /**
             * @description Stages that are over
             * @example 2
             */
            stages_done: number;
            /**
             * @description Key of the current stage, null before the first and after the last
             * @example ports
             */
            current: string | null;
            /**
             * @description Assets so far
             * @example 41
             */
            assets: number;
            /**
             * @description Findings so far
             * @example 7
             */
            findings: number;
            /**
             * @description Running until the scan is over, then done or cancelled
             * @enum {string}
             */
            phase: "running" | "done" | "cancelled";
            /**
             * @description How much the scan has seen, and with it what its silence about a finding is worth; in lists null until it is over
             * @example {
             *       "full": true,
             *       "scanners_ok": 4,
             *       "scanners_failed": 0,
             *       "scanners_skipped": 0,
             *       "scanners_pending": 4,
             *       "assets_total": null,
             *       "assets_reached": null,
             *       "findings_verified": null,
             *       "findings_not_verified": null
             *     }
             */
            coverage: {
                /**
                 * @description False for a scan of chosen scanners or targets, which never says that a finding is gone
                 * @example true
                 */
                full: boolean;
                /**
                 * @description Scanners that ended well
                 * @example 6
                 */
                scanners_ok: number;
                /**
                 * @description Scanners that failed; what they report keeps its state
                 * @example 0
                 */
                scanners_failed: number;
                /**
                 * @description Scanners that had nothing to do
                 * @example 0
                 */
                scanners_skipped: number;
                /**
                 * @description Scanners that have not ended
                 * @example 0
                 */
                scanners_pending: number;
                /**
                 * @description Assets that the scan was to look at; null until the scan has judged its findings
                 * @example 57
                 */
                assets_total: number | null;
                /**
                 * @description Those among them that answered whatever they were asked; null until the scan has judged its findings
                 * @example 56
                 */
                assets_reached: number | null;
                /**
                 * @description Findings of the module that the scan could check; null until the scan has judged its findings
                 * @example 22
                 */
                findings_verified: number | null;
                /**
                 * @description Findings of the module that it could not check: each says why; null until the scan has judged its findings
                 * @example 1
                 */
                findings_not_verified: number | null;
            } | null;
        };
        /** @description What a scan changed. Each finding of the module is counted once at most: one that is suppressed, or was resolved before and is not back, is in no count. Only a full scan confirms and resolves */
        ScanDelta: {
            /**
             * @description Seen for the first time
             * @example 3
             */
            new: number;
            /**
             * @description Were resolved, and are back
             * @example 1
             */
            reopened: number;
            /**
             * @description The customer said resolved, and they are gone
             * @example 2
             */
            confirmed_resolved: number;
            /**
             * @description Were open and count as open, also those that the scan could not check
             * @example 12
             */
            still_open: number;
            /**
             * @description Were open, and are gone in two scans in a row
             * @example 0
             */
            auto_resolved: number;
        };
        ScanAccepted: {
            /**
             * Format: uuid
             * @description The scan
             * @example 6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05
             */
            id: string;
            /** @example pending */
            status: components["schemas"]["ScanStatus"];
            /**
             * Format: uuid
             * @description What is scanned: one for each org and module
             * @example b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790
             */
            scope_id: string;
            /**
             * @description Empty until the worker has picked the scan up
             * @example []
             */
            runs: components["schemas"]["Run"][];
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        Run: {
            /**
             * @description The scanner, as `module.name`
             * @example easm.tls
             */
            scanner_key: string;
            /**
             * @description How it works: own code, a wrapped tool, or a cloud's API
             * @enum {string}
             */
            scanner_type: "native" | "oss_wrapper" | "cloud_api";
            /**
             * @description `skipped` when there was nothing for the scanner to do
             * @example completed
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "cancelled" | "skipped";
            /**
             * @description Everything the scanner reported, before merging
             * @example 9
             */
            raw_count: number;
            /**
             * @description Assets that it found
             * @example 2
             */
            asset_count: number;
            /**
             * @description Findings that it made
             * @example 4
             */
            finding_count: number;
            /**
             * @description Targets that the scanner was given
             * @example 8
             */
            target_count: number;
            /**
             * @description Those among them that did not answer; their findings keep their state
             * @example 0
             */
            unreached_count: number;
            /**
             * @description Why the run failed, or which targets did not answer
             * @example null
             */
            error: string | null;
            /**
             * Format: date-time
             * @description Null until it starts
             * @example 2026-01-31T09:30:04.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description Null until it is over
             * @example 2026-01-31T09:41:12.000Z
             */
            finished_at: string | null;
        };
        /**
         * @description Body of 429 while a module is in its cooldown
         * @example {
         *       "error": "scan cooldown active",
         *       "module": "easm",
         *       "next_scan_allowed_at": "2026-02-14T09:41:12.000Z"
         *     }
         */
        ScanCooldown: {
            /**
             * @description Always this text
             * @enum {string}
             */
            error: "scan cooldown active";
            module: components["schemas"]["Module"];
            /**
             * Format: date-time
             * @description From then on a scan starts without `force`
             * @example 2026-01-31T09:30:00.000Z
             */
            next_scan_allowed_at: string;
        };
        FeedbackValidation: {
            /**
             * Format: uuid
             * @description The scan
             * @example 6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05
             */
            scan_id: string;
            /**
             * @description The customer said resolved, and the rescan no longer sees it
             * @example 2
             */
            confirmed_fixed: number;
            /**
             * @description Was resolved and has reappeared
             * @example 1
             */
            regressed: number;
            /**
             * @description New since the previous scan
             * @example 3
             */
            newly_found: number;
            /**
             * @description Open findings that two consecutive scans no longer saw
             * @example 0
             */
            auto_resolved: number;
            /**
             * @description Open findings of the module after the scan: new, reopened and still open
             * @example 16
             */
            still_open: number;
            /**
             * @description Findings that the customer lives with
             * @example 4
             */
            accepted_risk: number;
            /**
             * @description Findings that the customer says are none
             * @example 1
             */
            false_positive: number;
            /**
             * @description Findings of the module by status after the scan
             * @example {
             *       "new": 12,
             *       "reopened": 4,
             *       "accepted_risk": 4,
             *       "false_positive": 1
             *     }
             */
            status_breakdown: {
                [key: string]: number;
            };
        };
        Scan: {
            /**
             * Format: uuid
             * @description The scan
             * @example 6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05
             */
            id: string;
            /**
             * Format: uuid
             * @description What is scanned: one for each org and module
             * @example b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790
             */
            scope_id: string;
            status: components["schemas"]["ScanStatus"];
            /**
             * @description Empty means the full pipeline
             * @example []
             */
            requested_scanners: string[];
            /**
             * @description The module, and the options that the caller gave
             * @example {
             *       "module": "easm"
             *     }
             */
            params: {
                module: components["schemas"]["Module"];
            } & {
                [key: string]: unknown;
            };
            /** @description Counts, live while the scan goes on */
            stats: {
                /**
                 * @description Assets that the scan saw
                 * @example 57
                 */
                assets: number;
                /**
                 * @description Findings that the scan saw
                 * @example 18
                 */
                findings: number;
                /**
                 * @example {
                 *       "scan_id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                 *       "status": "completed",
                 *       "cancel_requested": false,
                 *       "stages_total": 5,
                 *       "stages_done": 5,
                 *       "current": null,
                 *       "assets": 57,
                 *       "findings": 18,
                 *       "phase": "done",
                 *       "coverage": {
                 *         "full": true,
                 *         "scanners_ok": 6,
                 *         "scanners_failed": 0,
                 *         "scanners_skipped": 0,
                 *         "scanners_pending": 0,
                 *         "assets_total": 57,
                 *         "assets_reached": 56,
                 *         "findings_verified": 22,
                 *         "findings_not_verified": 1
                 *       }
                 *     }
                 */
                progress: components["schemas"]["Progress"];
                /** @description There once a scan is completed or partial */
                finalize?: {
                    delta: components["schemas"]["ScanDelta"];
                };
            };
            /**
             * @description Why the scan failed
             * @example null
             */
            error: string | null;
            /**
             * Format: date-time
             * @description Null until it starts
             * @example 2026-01-31T09:30:04.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description Null until it is over
             * @example 2026-01-31T09:41:12.000Z
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description One for each scanner */
            runs: components["schemas"]["Run"][];
        };
        Suppression: {
            /**
             * Format: uuid
             * @description Names the rule: the same match and value always have the same id
             * @example d7e1a4b9-3f60-5c82-9b1d-8a5c2e7f0d43
             */
            id: string;
            /** @description What like findings have in common */
            match: components["schemas"]["SuppressMatch"];
            /**
             * @description What like findings have there
             * @example easm.exposures.git_repository
             */
            value: string;
            /**
             * @description What the rule gives to findings that nobody has answered
             * @example accepted_risk
             * @enum {string}
             */
            status: "accepted_risk" | "false_positive";
            /**
             * @description Findings that it has suppressed since it was made, or made anew
             * @example 12
             */
            hits: number;
            /**
             * @description What the customer added
             * @example Public on purpose until May
             */
            note: string | null;
            /**
             * @description Who made it
             * @example jane@example.com
             */
            actor: string;
            /**
             * Format: uuid
             * @description The finding whose answer made it
             * @example c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283
             */
            finding_id: string;
            /**
             * Format: date-time
             * @description When it was made, or made anew
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description From then on it does not hold; null for ever
             * @example 2030-05-01T00:00:00.000Z
             */
            expires_at: string | null;
            /**
             * @description True from `expires_at` until the next scan has taken the rule back
             * @example false
             */
            expired: boolean;
        };
        SuppressionPreview: {
            /** @description What like findings have in common */
            match: components["schemas"]["SuppressMatch"];
            /**
             * @description What like findings have there
             * @example easm.exposures.git_repository
             */
            value: string;
            /**
             * @description The rule that there is for it, null when there is none
             * @example null
             */
            rule: {
                /**
                 * Format: uuid
                 * @description Names the rule: the same match and value always have the same id
                 * @example d7e1a4b9-3f60-5c82-9b1d-8a5c2e7f0d43
                 */
                id: string;
                /** @description What like findings have in common */
                match: components["schemas"]["SuppressMatch"];
                /**
                 * @description What like findings have there
                 * @example easm.exposures.git_repository
                 */
                value: string;
                /**
                 * @description What the rule gives to findings that nobody has answered
                 * @example accepted_risk
                 * @enum {string}
                 */
                status: "accepted_risk" | "false_positive";
                /**
                 * @description Findings that it has suppressed since it was made, or made anew
                 * @example 12
                 */
                hits: number;
                /**
                 * @description What the customer added
                 * @example Public on purpose until May
                 */
                note: string | null;
                /**
                 * @description Who made it
                 * @example jane@example.com
                 */
                actor: string;
                /**
                 * Format: uuid
                 * @description The finding whose answer made it
                 * @example c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283
                 */
                finding_id: string;
                /**
                 * Format: date-time
                 * @description When it was made, or made anew
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description From then on it does not hold; null for ever
                 * @example 2030-05-01T00:00:00.000Z
                 */
                expires_at: string | null;
                /**
                 * @description True from `expires_at` until the next scan has taken the rule back
                 * @example false
                 */
                expired: boolean;
            } | null;
            /**
             * @description Findings with this value, in any status
             * @example 14
             */
            matching: number;
            /**
             * @description Those among them that nobody has answered: the next scan that sees them gives them the rule's status
             * @example 1
             */
            touched: number;
            /**
             * @description Findings with this value by status
             * @example {
             *       "new": 1,
             *       "accepted_risk": 13
             *     }
             */
            by_status: {
                [key: string]: number;
            };
            /** @description The touched ones, the newest 100 */
            findings: components["schemas"]["TouchedFinding"][];
        };
        TouchedFinding: {
            /**
             * Format: uuid
             * @description The finding
             * @example c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283
             */
            finding_id: string;
            /**
             * @description What is wrong, in a line
             * @example Git repository readable from the web
             */
            title: string;
            /**
             * @description The asset it was found on
             * @example https://www.example.com
             */
            asset: string | null;
            module: components["schemas"]["Module"];
            severity: components["schemas"]["Severity"];
            /** @example new */
            status: components["schemas"]["FindingStatus"];
        };
        Task: {
            /**
             * Format: uuid
             * @description Names the task
             * @example 5b0e8d27-1f6c-5a94-b3d8-e7c2a4f19063
             */
            id: string;
            /**
             * @description The finding's
             * @example Git repository readable from the web
             */
            title: string;
            /**
             * @description What to do, in a line
             * @example Deny access to /.git and rotate what it held.
             */
            description: string | null;
            status: components["schemas"]["TaskStatus"];
            priority: components["schemas"]["TaskPriority"];
            /** @description Nobody: tasks are assigned where they are worked on */
            assignee: string | null;
            /**
             * Format: date-time
             * @description 7, 30, 90 or 180 days after the finding, by priority
             * @example 2026-02-02T08:12:45.000Z
             */
            due_date: string | null;
            /**
             * Format: uuid
             * @description The finding
             * @example c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283
             */
            finding_id: string | null;
            /**
             * Format: date-time
             * @description First scan that saw the finding
             * @example 2026-01-03T08:12:45.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the finding's status was set
             * @example 2026-01-31T09:38:20.000Z
             */
            updated_at: string;
        };
    };
    responses: {
        /** @description A key is wrong, revoked or of an inactive org. */
        Error401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A required header is missing, or a parameter or field is missing or invalid. */
        Error422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The admin key's rate limit of 300 requests per minute is exceeded. */
        Error429: {
            headers: {
                /**
                 * @description Seconds to wait.
                 * @example 17
                 */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Rate limit exceeded: 300 requests per minute"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed; the request may be repeated. */
        Error500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Internal server error"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server has no master key configured, or cannot verify keys, write or answer in time at the moment. */
        Error503: {
            headers: {
                /**
                 * @description Seconds to wait, where that is known.
                 * @example 17
                 */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request body is larger than 256 KB. */
        Error413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Request body is larger than 256 KB"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listActivity: {
        parameters: {
            query?: {
                /** @description Events of this kind only */
                action?: components["schemas"]["EventKind"];
                /** @description Events of this kind of actor only */
                actor_kind?: components["schemas"]["ActorKind"];
                /** @description Events about this kind of thing only */
                target_type?: components["schemas"]["TargetType"];
                /** @description Events that ended like this only */
                outcome?: components["schemas"]["Outcome"];
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
                /** @description Where to go on, from the `Link` header of the page before. Other than `offset`, it neither repeats nor drops a row while rows are being added. `offset` then counts from there. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Address of the next page, as `<...>; rel="next"` (RFC 8288); not sent with a page that is not full. The page after the last full one may be empty. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "3f2b8c1e-6a4d-4e0f-9b57-0c1d2e3f4a5b",
                     *         "occurred_at": "2026-01-31T09:30:00.000Z",
                     *         "level": "INFO",
                     *         "action": "org.created",
                     *         "outcome": "ok",
                     *         "org": "acme-42",
                     *         "customer_id": "acme-42",
                     *         "actor": "ui-backend",
                     *         "actor_kind": "admin",
                     *         "admin_key": "pal_adm_0aB1cD2eF3gH",
                     *         "target_type": "org",
                     *         "target_id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *         "target": null,
                     *         "ip": "203.0.113.7",
                     *         "detail": {
                     *           "modules_enabled": [
                     *             "easm"
                     *           ],
                     *           "domains": 2
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ActivityEvent"][];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAdminKeys: {
        parameters: {
            query?: {
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
                /** @description Where to go on, from the `Link` header of the page before. Other than `offset`, it neither repeats nor drops a row while rows are being added. `offset` then counts from there. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Address of the next page, as `<...>; rel="next"` (RFC 8288); not sent with a page that is not full. The page after the last full one may be empty. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0b8e4f71-9c2d-4d6a-b3e5-a1f7c9d20e46",
                     *         "name": "UI backend",
                     *         "key_prefix": "pal_adm_0aB1cD2eF3gH",
                     *         "active": true,
                     *         "created_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AdminKey"][];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createAdminKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "UI backend"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Whose key it is
                     * @example UI backend
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b8e4f71-9c2d-4d6a-b3e5-a1f7c9d20e46",
                     *       "name": "UI backend",
                     *       "key_prefix": "pal_adm_0aB1cD2eF3gH",
                     *       "active": true,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "admin_key": "pal_adm_0aB1cD2eF3gH_4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1q"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminKeyCreated"];
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    revokeAdminKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the admin key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Error401"];
            /** @description No admin key has this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Admin key not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Most records to return */
                limit?: number;
                /** @description Where to go on, from the `Link` header of the page before. Other than `offset`, it neither repeats nor drops a row while rows are being added. `offset` then counts from there. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Address of the next page, as `<...>; rel="next"` (RFC 8288); not sent with a page that is not full. The page after the last full one may be empty. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "8d2f6b04-1c7e-4a93-b5f8-0e9a3c6d7b12",
                     *         "method": "POST",
                     *         "path": "/api/v1/org/scans",
                     *         "status_code": 202,
                     *         "admin_prefix": "pal_adm_0aB1cD2eF3gH",
                     *         "org_prefix": "pal_org_0aB1cD2eF3gH",
                     *         "ip": "203.0.113.7",
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "detail": {
                     *           "force": true,
                     *           "module": "easm"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditRecord"][];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCloudCompliance: {
        parameters: {
            query: {
                /**
                 * @description Name of the framework
                 * @example CIS
                 */
                framework: string;
                /** @description Edition of the framework */
                version?: string;
                /** @description Number of one account, or the id of its record */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "framework": "CIS",
                     *       "version": "5.0",
                     *       "scan_id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *       "generated_at": "2026-01-31T09:30:00.000Z",
                     *       "summary": {
                     *         "total": 38,
                     *         "passed": 20,
                     *         "failed": 9,
                     *         "not_assessed": 9,
                     *         "score": 0.69
                     *       },
                     *       "controls": [
                     *         {
                     *           "id": "2.1.4",
                     *           "title": "2.1.4",
                     *           "section": "2.1",
                     *           "status": "fail",
                     *           "passed": 4,
                     *           "failed": 1,
                     *           "checks": [
                     *             "s3_bucket_public_access"
                     *           ],
                     *           "finding_ids": [
                     *             "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ComplianceReport"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The module is not enabled for the org. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Module \"dast\" is not enabled for this org"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There are no results of the framework. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "No results of framework HIPAA; there are results of: CIS 3.0, CIS 5.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listCloudFrameworks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "framework": "CIS",
                     *         "version": "5.0",
                     *         "controls": 38,
                     *         "passed": 20,
                     *         "failed": 9
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CloudFramework"][];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The module is not enabled for the org. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Module \"dast\" is not enabled for this org"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listCloudAccounts: {
        parameters: {
            query?: {
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "3f8d1c62-7b94-4e05-9a1d-c6e2f0b85d73",
                     *         "provider": "aws",
                     *         "name": "Production",
                     *         "account_id": "123456789012",
                     *         "role_arn": "arn:aws:iam::123456789012:role/PalisadeReadOnly",
                     *         "external_id": "e4b7a0d9-5c13-4f68-b2e1-90f3d7c6a845",
                     *         "assumer_arn": "arn:aws:iam::999988887777:role/palisade-prod-data-Assumer",
                     *         "status": "validated",
                     *         "reason": null,
                     *         "last_validated_at": "2026-01-31T09:30:00.000Z",
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "updated_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CloudAccount"][];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The module is not enabled for the org. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Module \"dast\" is not enabled for this org"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    saveCloudAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f8d1c62-7b94-4e05-9a1d-c6e2f0b85d73",
                 *       "name": "Production",
                 *       "role_arn": "arn:aws:iam::123456789012:role/PalisadeReadOnly"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The account to change
                     * @example 3f8d1c62-7b94-4e05-9a1d-c6e2f0b85d73
                     */
                    id?: string;
                    /**
                     * @description The caller's name for the account
                     * @example Production
                     */
                    name?: string;
                    /**
                     * @description The read-only role in the account, for the service to assume
                     * @example arn:aws:iam::123456789012:role/PalisadeReadOnly
                     */
                    role_arn?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f8d1c62-7b94-4e05-9a1d-c6e2f0b85d73",
                     *       "provider": "aws",
                     *       "name": "Production",
                     *       "account_id": "123456789012",
                     *       "role_arn": "arn:aws:iam::123456789012:role/PalisadeReadOnly",
                     *       "external_id": "e4b7a0d9-5c13-4f68-b2e1-90f3d7c6a845",
                     *       "assumer_arn": "arn:aws:iam::999988887777:role/palisade-prod-data-Assumer",
                     *       "status": "pending",
                     *       "reason": null,
                     *       "last_validated_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CloudAccount"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f8d1c62-7b94-4e05-9a1d-c6e2f0b85d73",
                     *       "provider": "aws",
                     *       "name": "Production",
                     *       "account_id": null,
                     *       "role_arn": null,
                     *       "external_id": "e4b7a0d9-5c13-4f68-b2e1-90f3d7c6a845",
                     *       "assumer_arn": "arn:aws:iam::999988887777:role/palisade-prod-data-Assumer",
                     *       "status": "pending",
                     *       "reason": null,
                     *       "last_validated_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CloudAccount"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The module is not enabled for the org. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Module \"dast\" is not enabled for this org"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The org has no account with the `id`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Cloud account not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The org has another record for the role's account. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Account 123456789012 is connected already"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    removeCloudAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account's record */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Error401"];
            /** @description The module is not enabled for the org. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Module \"dast\" is not enabled for this org"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The org has no such account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Cloud account not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listCloudResults: {
        parameters: {
            query?: {
                /** @description What the check says */
                status?: components["schemas"]["CheckStatus"];
                /** @description Name of a compliance framework */
                framework?: string;
                /** @description The provider's service */
                service?: string;
                /** @description How bad it is to fail the check */
                severity?: components["schemas"]["Severity"];
                /** @description Number of one account, or the id of its record */
                account?: string;
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "a1c4e7f0-2b58-5d9a-8e3c-6f0b9d2a7145",
                     *         "scan_id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *         "account_id": "123456789012",
                     *         "provider": "aws",
                     *         "check_id": "s3_bucket_public_access",
                     *         "title": "S3 bucket is not public",
                     *         "status": "fail",
                     *         "status_detail": "Bucket reports grants read access to everyone",
                     *         "severity": "high",
                     *         "service": "s3",
                     *         "region": "eu-west-1",
                     *         "resource_id": "arn:aws:s3:::reports",
                     *         "resource_type": "AWS::S3::Bucket",
                     *         "frameworks": [
                     *           {
                     *             "framework": "CIS",
                     *             "version": "5.0",
                     *             "control_id": "2.1.4"
                     *           }
                     *         ],
                     *         "finding_id": "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283",
                     *         "remediation": "Block public access of the bucket.",
                     *         "first_seen": "2026-01-31T09:30:00.000Z",
                     *         "last_seen": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CloudResult"][];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The module is not enabled for the org. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Module \"dast\" is not enabled for this org"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCloudStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "validated_accounts": 2,
                     *       "can_run": true
                     *     }
                     */
                    "application/json": components["schemas"]["CloudStatus"];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    validateCloudAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account's record */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f8d1c62-7b94-4e05-9a1d-c6e2f0b85d73",
                     *       "provider": "aws",
                     *       "name": "Production",
                     *       "account_id": "123456789012",
                     *       "role_arn": "arn:aws:iam::123456789012:role/PalisadeReadOnly",
                     *       "external_id": "e4b7a0d9-5c13-4f68-b2e1-90f3d7c6a845",
                     *       "assumer_arn": "arn:aws:iam::999988887777:role/palisade-prod-data-Assumer",
                     *       "status": "validated",
                     *       "reason": null,
                     *       "last_validated_at": "2026-01-31T09:30:00.000Z",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CloudAccount"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The module is not enabled for the org. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Module \"dast\" is not enabled for this org"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The org has no such account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Cloud account not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no role to test, or not the same one any more. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            /** @description The test could not be made; the account stays as it was. The server has no master key configured, or cannot verify keys, write or answer in time at the moment. */
            503: {
                headers: {
                    /**
                     * @description Seconds to wait, where that is known.
                     * @example 17
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDastStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "can_run": true,
                     *       "reason": null,
                     *       "surface_count": 12,
                     *       "last_easm_scan_id": "3f2b8c1e-6a4d-4e0f-9b57-0c1d2e3f4a5b",
                     *       "in_flight_scan_id": null,
                     *       "next_scan_allowed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["DastStatus"];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDastSurface: {
        parameters: {
            query?: {
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "2c9e7f10-4b85-5d36-a1e0-93f7b6d8c452",
                     *         "asset_id": "f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352",
                     *         "url": "https://www.example.com",
                     *         "scheme": "https",
                     *         "host": "www.example.com",
                     *         "port": 443,
                     *         "ip": "203.0.113.10",
                     *         "status_code": 200,
                     *         "title": "Example shop",
                     *         "technologies": [
                     *           "nginx",
                     *           "WordPress"
                     *         ],
                     *         "waf": null,
                     *         "in_scope": false,
                     *         "source_scan_id": "3f2b8c1e-6a4d-4e0f-9b57-0c1d2e3f4a5b",
                     *         "first_seen": "2026-01-31T09:30:00.000Z",
                     *         "last_seen": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SurfaceEntry"][];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The module is not enabled for the org. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Module \"dast\" is not enabled for this org"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getDocsAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the caller has */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Its name, which changes when its content does */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description For `If-None-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                    "text/css": string;
                    "image/svg+xml": string;
                    "text/plain": string;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such file. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "File not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the caller has */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description For `If-None-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.0.3",
                     *       "paths": {}
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Version of OpenAPI
                         * @example 3.0.3
                         */
                        openapi: string;
                        /**
                         * @description Operations by path and method
                         * @example {}
                         */
                        paths: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRedoc: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the caller has */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description For `If-None-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSwaggerUi: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the caller has */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description For `If-None-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "7a3c9d51-e2f4-4b86-90d7-5c1e8f3b2a64",
                     *         "value": "example.com",
                     *         "kind": "domain"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Domain"][];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domains": [
                 *         "example.com",
                 *         "192.0.2.0/28"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Seeds to add
                     * @example [
                     *       "example.com",
                     *       "192.0.2.0/28"
                     *     ]
                     */
                    domains: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "7a3c9d51-e2f4-4b86-90d7-5c1e8f3b2a64",
                     *         "value": "example.com",
                     *         "kind": "domain"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Domain"][];
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    removeDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the seed */
                domain_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such domain. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Domain not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    changeDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the seed */
                domain_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "example.net"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The new seed
                     * @example example.net
                     */
                    value: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7a3c9d51-e2f4-4b86-90d7-5c1e8f3b2a64",
                     *       "value": "example.net",
                     *       "kind": "domain"
                     *     }
                     */
                    "application/json": components["schemas"]["Domain"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such domain. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Domain not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The org has another domain with this value. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Domain example.net exists already"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getFinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the finding */
                finding_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283",
                     *       "dedup_key": "4f1d0c7a9be25386d0a4c1f7e8932b6d5a07c4e19f83b2d6607a1e5c94d8f3b2",
                     *       "module": "easm",
                     *       "template_id": "easm.exposures.git_repository",
                     *       "title": "Git repository readable from the web",
                     *       "description": "The web server hands out the folder `.git` to anyone who asks.",
                     *       "severity": "high",
                     *       "source_severity": "high",
                     *       "severity_reason": [
                     *         "native: high (easm.exposures.git_repository)"
                     *       ],
                     *       "status": "new",
                     *       "finding_class": "should_not_be_public",
                     *       "category": "exposed_file",
                     *       "risk": "Anyone can rebuild the source history and any secret that was ever committed to it.",
                     *       "remediation": "Deny access to /.git and rotate what it held.",
                     *       "remediation_steps": [
                     *         "Deny /.git on the web server.",
                     *         "Deploy from build output.",
                     *         "Rotate every secret.",
                     *         "Scan again."
                     *       ],
                     *       "cve_id": null,
                     *       "cwe_id": "CWE-527",
                     *       "cvss_score": 7.5,
                     *       "references": [
                     *         "https://git-scm.com/docs/gitignore"
                     *       ],
                     *       "evidence": {
                     *         "matched_at": "https://www.example.com/.git/HEAD",
                     *         "excerpt": "ref: refs/heads/main"
                     *       },
                     *       "asset_id": "f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352",
                     *       "asset": "https://www.example.com",
                     *       "scope_id": "b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790",
                     *       "duplicate_of": null,
                     *       "suppression_id": null,
                     *       "not_verified_reason": null,
                     *       "first_seen": "2026-01-03T08:12:45.000Z",
                     *       "last_seen": "2026-01-31T09:38:20.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Finding"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such finding. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Finding not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    giveFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the finding */
                finding_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "accepted_risk",
                 *       "note": "Public on purpose until May",
                 *       "actor": "jane@example.com",
                 *       "suppress_similar": true,
                 *       "suppress_match": "template_id",
                 *       "expires_at": "2030-05-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    status: components["schemas"]["FeedbackStatus"];
                    /**
                     * @description Why, for the history
                     * @example Public on purpose until May
                     */
                    note?: string;
                    /**
                     * @description Who among the customer's people says so; the name of the admin key when left out
                     * @example jane@example.com
                     */
                    actor?: string;
                    /**
                     * @description True also suppresses like findings of scans to come, and goes with `accepted_risk` and `false_positive` only. False takes that back; left out, it stays as it is while the finding stays suppressed.
                     * @example true
                     */
                    suppress_similar?: boolean;
                    /** @description What like findings have in common, `template_id` when left out. Goes with `suppress_similar` only. */
                    suppress_match?: components["schemas"]["SuppressMatch"];
                    /**
                     * Format: date-time
                     * @description From then on like findings are suppressed no longer: the next scan of any module returns them, and this one. In the future, at most 5 years ahead. Goes with `suppress_similar` only; the rule has no end when left out. An extension.
                     * @example 2030-05-01T00:00:00Z
                     */
                    expires_at?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283",
                     *       "dedup_key": "4f1d0c7a9be25386d0a4c1f7e8932b6d5a07c4e19f83b2d6607a1e5c94d8f3b2",
                     *       "module": "easm",
                     *       "template_id": "easm.exposures.git_repository",
                     *       "title": "Git repository readable from the web",
                     *       "description": "The web server hands out the folder `.git` to anyone who asks.",
                     *       "severity": "high",
                     *       "source_severity": "high",
                     *       "severity_reason": [
                     *         "native: high (easm.exposures.git_repository)"
                     *       ],
                     *       "status": "accepted_risk",
                     *       "finding_class": "should_not_be_public",
                     *       "category": "exposed_file",
                     *       "risk": "Anyone can rebuild the source history and any secret that was ever committed to it.",
                     *       "remediation": "Deny access to /.git and rotate what it held.",
                     *       "remediation_steps": [
                     *         "Deny /.git on the web server.",
                     *         "Deploy from build output.",
                     *         "Rotate every secret.",
                     *         "Scan again."
                     *       ],
                     *       "cve_id": null,
                     *       "cwe_id": "CWE-527",
                     *       "cvss_score": 7.5,
                     *       "references": [
                     *         "https://git-scm.com/docs/gitignore"
                     *       ],
                     *       "evidence": {
                     *         "matched_at": "https://www.example.com/.git/HEAD",
                     *         "excerpt": "ref: refs/heads/main"
                     *       },
                     *       "asset_id": "f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352",
                     *       "asset": "https://www.example.com",
                     *       "scope_id": "b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790",
                     *       "duplicate_of": null,
                     *       "suppression_id": null,
                     *       "not_verified_reason": null,
                     *       "first_seen": "2026-01-03T08:12:45.000Z",
                     *       "last_seen": "2026-01-31T09:38:20.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Finding"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such finding. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Finding not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listFindingGroups: {
        parameters: {
            query?: {
                /** @description Findings of this severity only */
                severity?: components["schemas"]["Severity"];
                /** @description Findings in this status only */
                status?: components["schemas"]["FindingStatus"];
                /** @description Findings of this class only */
                finding_class?: components["schemas"]["FindingClass"];
                /** @description Findings of this module only */
                module?: components["schemas"]["Module"];
                /** @description Show findings of class `inventory` as well */
                include_inventory?: boolean;
                /** @description Show findings that repeat another scanner's as well */
                include_duplicates?: boolean;
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "group_key": "easm:easm.exposures.git_repository",
                     *         "module": "easm",
                     *         "title": "Git repository readable from the web",
                     *         "severity": "high",
                     *         "category": "exposed_file",
                     *         "finding_class": "should_not_be_public",
                     *         "cve_id": null,
                     *         "cwe_id": "CWE-527",
                     *         "affected_count": 1,
                     *         "status_breakdown": {
                     *           "new": 1
                     *         },
                     *         "affected_assets": [
                     *           {
                     *             "asset_id": "f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352",
                     *             "asset": "https://www.example.com",
                     *             "finding_id": "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283",
                     *             "status": "new",
                     *             "severity": "high",
                     *             "matched_at": "https://www.example.com/.git/HEAD",
                     *             "first_seen": "2026-01-31T09:30:00.000Z",
                     *             "last_seen": "2026-01-31T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "references": [
                     *           "https://git-scm.com/docs/gitignore"
                     *         ],
                     *         "remediation_steps": [
                     *           "Deny /.git on the web server.",
                     *           "Deploy from build output.",
                     *           "Rotate every secret.",
                     *           "Scan again."
                     *         ],
                     *         "first_seen": "2026-01-31T09:30:00.000Z",
                     *         "last_seen": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FindingGroup"][];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listFindingHistory: {
        parameters: {
            query?: {
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
                /** @description Where to go on, from the `Link` header of the page before. Other than `offset`, it neither repeats nor drops a row while rows are being added. `offset` then counts from there. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the finding */
                finding_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Address of the next page, as `<...>; rel="next"` (RFC 8288); not sent with a page that is not full. The page after the last full one may be empty. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "a8f3d6c1-5e2b-5947-8d0c-3b9a7e1f4526",
                     *         "event": "feedback",
                     *         "old_status": "new",
                     *         "new_status": "accepted_risk",
                     *         "actor": "jane@example.com",
                     *         "note": "Public on purpose until May",
                     *         "created_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FindingEvent"][];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such finding. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Finding not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listFindings: {
        parameters: {
            query?: {
                /** @description Findings of this severity only */
                severity?: components["schemas"]["Severity"];
                /** @description Findings in this status only */
                status?: components["schemas"]["FindingStatus"];
                /** @description Findings of this class only */
                finding_class?: components["schemas"]["FindingClass"];
                /** @description Findings of this module only */
                module?: components["schemas"]["Module"];
                /** @description Show findings of class `inventory` as well */
                include_inventory?: boolean;
                /** @description Show findings that repeat another scanner's as well */
                include_duplicates?: boolean;
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
                /** @description Where to go on, from the `Link` header of the page before. Other than `offset`, it neither repeats nor drops a row while rows are being added. `offset` then counts from there. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Address of the next page, as `<...>; rel="next"` (RFC 8288); not sent with a page that is not full. The page after the last full one may be empty. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283",
                     *         "dedup_key": "4f1d0c7a9be25386d0a4c1f7e8932b6d5a07c4e19f83b2d6607a1e5c94d8f3b2",
                     *         "module": "easm",
                     *         "template_id": "easm.exposures.git_repository",
                     *         "title": "Git repository readable from the web",
                     *         "description": "The web server hands out the folder `.git` to anyone who asks.",
                     *         "severity": "high",
                     *         "source_severity": "high",
                     *         "severity_reason": [
                     *           "native: high (easm.exposures.git_repository)"
                     *         ],
                     *         "status": "new",
                     *         "finding_class": "should_not_be_public",
                     *         "category": "exposed_file",
                     *         "risk": "Anyone can rebuild the source history and any secret that was ever committed to it.",
                     *         "remediation": "Deny access to /.git and rotate what it held.",
                     *         "remediation_steps": [
                     *           "Deny /.git on the web server.",
                     *           "Deploy from build output.",
                     *           "Rotate every secret.",
                     *           "Scan again."
                     *         ],
                     *         "cve_id": null,
                     *         "cwe_id": "CWE-527",
                     *         "cvss_score": 7.5,
                     *         "references": [
                     *           "https://git-scm.com/docs/gitignore"
                     *         ],
                     *         "evidence": {
                     *           "matched_at": "https://www.example.com/.git/HEAD",
                     *           "excerpt": "ref: refs/heads/main"
                     *         },
                     *         "asset_id": "f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352",
                     *         "asset": "https://www.example.com",
                     *         "scope_id": "b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790",
                     *         "duplicate_of": null,
                     *         "suppression_id": null,
                     *         "not_verified_reason": null,
                     *         "first_seen": "2026-01-03T08:12:45.000Z",
                     *         "last_seen": "2026-01-31T09:38:20.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Finding"][];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOwnOrg: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9e5d3a1c-7f48-4b02-a6c9-3d8e1b5f7024",
                     *       "customer_id": "acme-42",
                     *       "customer_name": "Acme GmbH",
                     *       "slug": "acme-42",
                     *       "modules_enabled": [
                     *         "easm",
                     *         "dast"
                     *       ],
                     *       "is_active": true,
                     *       "scan_interval_days": 14,
                     *       "api_key_prefix": "pal_org_0aB1cD2eF3gH",
                     *       "created_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOrg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The caller's own identifier of the org
                 * @example acme-42
                 */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9e5d3a1c-7f48-4b02-a6c9-3d8e1b5f7024",
                     *       "customer_id": "acme-42",
                     *       "customer_name": "Acme GmbH",
                     *       "slug": "acme-42",
                     *       "modules_enabled": [
                     *         "easm",
                     *         "dast"
                     *       ],
                     *       "is_active": true,
                     *       "scan_interval_days": 14,
                     *       "api_key_prefix": "pal_org_0aB1cD2eF3gH",
                     *       "created_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description No org has this customer_id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Org not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    changeOrg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The caller's own identifier of the org
                 * @example acme-42
                 */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer_name": "Acme GmbH",
                 *       "modules_enabled": [
                 *         "easm",
                 *         "dast"
                 *       ],
                 *       "scan_interval_days": 14,
                 *       "is_active": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description For people to read
                     * @example Acme GmbH
                     */
                    customer_name?: string;
                    /**
                     * @description Modules that the org may scan with
                     * @example [
                     *       "easm",
                     *       "dast"
                     *     ]
                     */
                    modules_enabled?: components["schemas"]["Module"][];
                    /**
                     * @description Scan cooldown of each module, in days
                     * @example 14
                     */
                    scan_interval_days?: number;
                    /**
                     * @description False locks the org out
                     * @example true
                     */
                    is_active?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9e5d3a1c-7f48-4b02-a6c9-3d8e1b5f7024",
                     *       "customer_id": "acme-42",
                     *       "customer_name": "Acme GmbH",
                     *       "slug": "acme-42",
                     *       "modules_enabled": [
                     *         "easm",
                     *         "dast"
                     *       ],
                     *       "is_active": true,
                     *       "scan_interval_days": 14,
                     *       "api_key_prefix": "pal_org_0aB1cD2eF3gH",
                     *       "created_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description No org has this customer_id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Org not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listOrgs: {
        parameters: {
            query?: {
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
                /** @description Where to go on, from the `Link` header of the page before. Other than `offset`, it neither repeats nor drops a row while rows are being added. `offset` then counts from there. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Address of the next page, as `<...>; rel="next"` (RFC 8288); not sent with a page that is not full. The page after the last full one may be empty. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "9e5d3a1c-7f48-4b02-a6c9-3d8e1b5f7024",
                     *         "customer_id": "acme-42",
                     *         "customer_name": "Acme GmbH",
                     *         "slug": "acme-42",
                     *         "modules_enabled": [
                     *           "easm",
                     *           "dast"
                     *         ],
                     *         "is_active": true,
                     *         "scan_interval_days": 14,
                     *         "api_key_prefix": "pal_org_0aB1cD2eF3gH",
                     *         "created_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Org"][];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createOrg: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer_name": "Acme GmbH",
                 *       "customer_id": "acme-42",
                 *       "domains": [
                 *         "example.com",
                 *         "192.0.2.0/28"
                 *       ],
                 *       "modules": [
                 *         "easm",
                 *         "dast"
                 *       ],
                 *       "scan_interval_days": 14
                 *     }
                 */
                "application/json": {
                    /**
                     * @description For people to read
                     * @example Acme GmbH
                     */
                    customer_name: string;
                    /**
                     * @description The caller's own identifier of the org
                     * @example acme-42
                     */
                    customer_id: string;
                    /**
                     * @description Seeds at which EASM scans begin
                     * @default []
                     * @example [
                     *       "example.com",
                     *       "192.0.2.0/28"
                     *     ]
                     */
                    domains?: string[];
                    /**
                     * @description Modules that the org may scan with
                     * @default [
                     *       "easm"
                     *     ]
                     * @example [
                     *       "easm",
                     *       "dast"
                     *     ]
                     */
                    modules?: components["schemas"]["Module"][];
                    /**
                     * @description Scan cooldown of each module, in days
                     * @default 14
                     * @example 14
                     */
                    scan_interval_days?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9e5d3a1c-7f48-4b02-a6c9-3d8e1b5f7024",
                     *       "customer_id": "acme-42",
                     *       "customer_name": "Acme GmbH",
                     *       "slug": "acme-42",
                     *       "modules_enabled": [
                     *         "easm",
                     *         "dast"
                     *       ],
                     *       "is_active": true,
                     *       "scan_interval_days": 14,
                     *       "api_key_prefix": "pal_org_0aB1cD2eF3gH",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "org_api_key": "pal_org_0aB1cD2eF3gH_4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1q"
                     *     }
                     */
                    "application/json": components["schemas"]["OrgCreated"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The customer_id is taken. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "An org with customer_id \"acme-42\" exists already"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rotateOrgKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The caller's own identifier of the org
                 * @example acme-42
                 */
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9e5d3a1c-7f48-4b02-a6c9-3d8e1b5f7024",
                     *       "customer_id": "acme-42",
                     *       "customer_name": "Acme GmbH",
                     *       "slug": "acme-42",
                     *       "modules_enabled": [
                     *         "easm",
                     *         "dast"
                     *       ],
                     *       "is_active": true,
                     *       "scan_interval_days": 14,
                     *       "api_key_prefix": "pal_org_0aB1cD2eF3gH",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "org_api_key": "pal_org_0aB1cD2eF3gH_4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1q"
                     *     }
                     */
                    "application/json": components["schemas"]["OrgCreated"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description No org has this customer_id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Org not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listScans: {
        parameters: {
            query?: {
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
                /** @description Where to go on, from the `Link` header of the page before. Other than `offset`, it neither repeats nor drops a row while rows are being added. `offset` then counts from there. */
                after?: string;
                /** @description Scans of this module only */
                module?: components["schemas"]["Module"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Address of the next page, as `<...>; rel="next"` (RFC 8288); not sent with a page that is not full. The page after the last full one may be empty. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *         "scope_id": "b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790",
                     *         "status": "completed",
                     *         "requested_scanners": [],
                     *         "params": {
                     *           "module": "easm"
                     *         },
                     *         "stats": {
                     *           "assets": 57,
                     *           "findings": 18,
                     *           "progress": {
                     *             "scan_id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *             "status": "completed",
                     *             "cancel_requested": false,
                     *             "stages_total": 5,
                     *             "stages_done": 5,
                     *             "current": null,
                     *             "assets": 57,
                     *             "findings": 18,
                     *             "phase": "done",
                     *             "coverage": {
                     *               "full": true,
                     *               "scanners_ok": 6,
                     *               "scanners_failed": 0,
                     *               "scanners_skipped": 0,
                     *               "scanners_pending": 0,
                     *               "assets_total": 57,
                     *               "assets_reached": 56,
                     *               "findings_verified": 22,
                     *               "findings_not_verified": 1
                     *             }
                     *           },
                     *           "finalize": {
                     *             "delta": {
                     *               "new": 3,
                     *               "reopened": 1,
                     *               "confirmed_resolved": 2,
                     *               "still_open": 12,
                     *               "auto_resolved": 0
                     *             }
                     *           }
                     *         },
                     *         "error": null,
                     *         "started_at": "2026-01-31T09:30:04.000Z",
                     *         "finished_at": "2026-01-31T09:41:12.000Z",
                     *         "created_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ScanSummary"][];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createScan: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours the same key with the same body gets the first answer again and starts nothing; with another body it gets 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "module": "easm",
                 *       "scanners": [],
                 *       "params": {
                 *         "ua_mode": "browser",
                 *         "rate_limit_rps": 50
                 *       },
                 *       "force": false
                 *     }
                 */
                "application/json": {
                    /** @default easm */
                    module?: components["schemas"]["Module"];
                    /**
                     * @description Keys of scanners of the module; empty means the full pipeline. Of easm: easm.subdomains, easm.dns, easm.email, easm.ports, easm.http, easm.tls, easm.headers, easm.scripts, easm.exposures.
                     * @default []
                     * @example []
                     */
                    scanners?: string[];
                    /**
                     * @description Options of the scan; unknown ones are refused. `module` may stand here as well, as it does in answers
                     * @default {}
                     * @example {
                     *       "ua_mode": "browser",
                     *       "rate_limit_rps": 50
                     *     }
                     */
                    params?: {
                        /**
                         * @description How the scan presents itself: by its own name (default), or as a browser
                         * @enum {string}
                         */
                        ua_mode?: "default" | "browser";
                        /**
                         * @description Requests per second to any one address; 150 by default
                         * @example 50
                         */
                        rate_limit_rps?: number;
                        /**
                         * @description Hosts, addresses and CIDRs to leave alone
                         * @example [
                         *       "vpn.example.com"
                         *     ]
                         */
                        exclude?: string[];
                        /**
                         * @description Scan these alone; each must lie within the org's domains
                         * @example [
                         *       "www.example.com"
                         *     ]
                         */
                        targets?: string[];
                        /**
                         * @description A named list (`top100` by default), or the ports themselves
                         * @example top100
                         */
                        ports?: ("top100" | "top1000" | "full") | number[];
                        module?: components["schemas"]["Module"];
                    };
                    /**
                     * @description Start in spite of the cooldown; the audit log says so
                     * @default false
                     * @example false
                     */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *       "status": "pending",
                     *       "scope_id": "b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790",
                     *       "runs": [],
                     *       "created_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ScanAccepted"];
                };
            };
            /** @description The org has no domain. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "An EASM scan needs at least one domain"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The module is not enabled for the org. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Module \"dast\" is not enabled for this org"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A scan of the module is pending or running, or the module has nothing to scan yet. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            /** @description The module is in cooldown. The admin key's rate limit of 300 requests per minute is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Seconds to wait.
                     * @example 17
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanCooldown"] | components["schemas"]["Error"];
                };
            };
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScanDelta: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scan */
                scan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "new": 3,
                     *       "reopened": 1,
                     *       "confirmed_resolved": 2,
                     *       "still_open": 12,
                     *       "auto_resolved": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ScanDelta"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such scan, or the scan has no delta: it is still going on, failed or was cancelled. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getFeedbackValidation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scan */
                scan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scan_id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *       "confirmed_fixed": 2,
                     *       "regressed": 1,
                     *       "newly_found": 3,
                     *       "auto_resolved": 0,
                     *       "still_open": 16,
                     *       "accepted_risk": 4,
                     *       "false_positive": 1,
                     *       "status_breakdown": {
                     *         "new": 12,
                     *         "reopened": 4,
                     *         "accepted_risk": 4,
                     *         "false_positive": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FeedbackValidation"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such scan, or it has judged no findings: it is still going on, failed or was cancelled. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scan */
                scan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *       "scope_id": "b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790",
                     *       "status": "completed",
                     *       "requested_scanners": [],
                     *       "params": {
                     *         "module": "easm"
                     *       },
                     *       "stats": {
                     *         "assets": 57,
                     *         "findings": 18,
                     *         "progress": {
                     *           "scan_id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *           "status": "completed",
                     *           "cancel_requested": false,
                     *           "stages_total": 5,
                     *           "stages_done": 5,
                     *           "current": null,
                     *           "assets": 57,
                     *           "findings": 18,
                     *           "phase": "done",
                     *           "coverage": {
                     *             "full": true,
                     *             "scanners_ok": 6,
                     *             "scanners_failed": 0,
                     *             "scanners_skipped": 0,
                     *             "scanners_pending": 0,
                     *             "assets_total": 57,
                     *             "assets_reached": 56,
                     *             "findings_verified": 22,
                     *             "findings_not_verified": 1
                     *           }
                     *         },
                     *         "finalize": {
                     *           "delta": {
                     *             "new": 3,
                     *             "reopened": 1,
                     *             "confirmed_resolved": 2,
                     *             "still_open": 12,
                     *             "auto_resolved": 0
                     *           }
                     *         }
                     *       },
                     *       "error": null,
                     *       "started_at": "2026-01-31T09:30:04.000Z",
                     *       "finished_at": "2026-01-31T09:41:12.000Z",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "runs": [
                     *         {
                     *           "scanner_key": "easm.tls",
                     *           "scanner_type": "native",
                     *           "status": "completed",
                     *           "raw_count": 9,
                     *           "asset_count": 2,
                     *           "finding_count": 4,
                     *           "target_count": 8,
                     *           "unreached_count": 0,
                     *           "error": null,
                     *           "started_at": "2026-01-31T09:30:04.000Z",
                     *           "finished_at": "2026-01-31T09:41:12.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Scan"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such scan. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Scan not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScanProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scan */
                scan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scan_id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *       "status": "running",
                     *       "cancel_requested": false,
                     *       "stages_total": 5,
                     *       "stages_done": 2,
                     *       "current": "ports",
                     *       "assets": 41,
                     *       "findings": 7,
                     *       "phase": "running",
                     *       "coverage": {
                     *         "full": true,
                     *         "scanners_ok": 4,
                     *         "scanners_failed": 0,
                     *         "scanners_skipped": 0,
                     *         "scanners_pending": 4,
                     *         "assets_total": null,
                     *         "assets_reached": null,
                     *         "findings_verified": null,
                     *         "findings_not_verified": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Progress"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such scan. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Scan not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    stopScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scan */
                scan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scan_id": "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
                     *       "status": "running",
                     *       "cancel_requested": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The scan
                         * @example 6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05
                         */
                        scan_id: string;
                        /** @example running */
                        status: components["schemas"]["ScanStatus"];
                        /**
                         * @description True once somebody has stopped the scan; it ends at the next stage
                         * @example false
                         */
                        cancel_requested: boolean;
                    };
                };
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such scan. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Scan not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always this text
                         * @enum {string}
                         */
                        status: "ok";
                    };
                };
            };
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
                /** @description Where to go on, from the `Link` header of the page before. Other than `offset`, it neither repeats nor drops a row while rows are being added. `offset` then counts from there. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Address of the next page, as `<...>; rel="next"` (RFC 8288); not sent with a page that is not full. The page after the last full one may be empty. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "d7e1a4b9-3f60-5c82-9b1d-8a5c2e7f0d43",
                     *         "match": "template_id",
                     *         "value": "easm.exposures.git_repository",
                     *         "status": "accepted_risk",
                     *         "hits": 12,
                     *         "note": "Public on purpose until May",
                     *         "actor": "jane@example.com",
                     *         "finding_id": "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283",
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "expires_at": "2030-05-01T00:00:00.000Z",
                     *         "expired": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Suppression"][];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "suppress_match": "template_id",
                 *       "finding_id": "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What like findings have in common, `template_id` when left out
                     * @default template_id
                     */
                    suppress_match?: components["schemas"]["SuppressMatch"];
                    /**
                     * Format: uuid
                     * @description The finding that would be answered: what it has there counts. Goes in place of `value`.
                     * @example c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283
                     */
                    finding_id?: string;
                    /**
                     * @description What like findings have there. Goes in place of `finding_id`.
                     * @example easm.exposures.git_repository
                     */
                    value?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "match": "template_id",
                     *       "value": "easm.exposures.git_repository",
                     *       "rule": null,
                     *       "matching": 14,
                     *       "touched": 1,
                     *       "by_status": {
                     *         "new": 1,
                     *         "accepted_risk": 13
                     *       },
                     *       "findings": [
                     *         {
                     *           "finding_id": "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283",
                     *           "title": "Git repository readable from the web",
                     *           "asset": "https://www.example.com",
                     *           "module": "easm",
                     *           "severity": "high",
                     *           "status": "new"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SuppressionPreview"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such finding. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Finding not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    removeSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the rule */
                suppression_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Error401"];
            /** @description The org has no such rule. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Suppression not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description Tasks in this status only */
                status?: components["schemas"]["TaskStatus"];
                /** @description Tasks of this priority only */
                priority?: components["schemas"]["TaskPriority"];
                /** @description Tasks from findings of this module only */
                module?: components["schemas"]["Module"];
                /** @description Most items to return */
                limit?: number;
                /** @description Items to skip, counted from the first */
                offset?: number;
                /** @description Where to go on, from the `Link` header of the page before. Other than `offset`, it neither repeats nor drops a row while rows are being added. `offset` then counts from there. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Address of the next page, as `<...>; rel="next"` (RFC 8288); not sent with a page that is not full. The page after the last full one may be empty. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "5b0e8d27-1f6c-5a94-b3d8-e7c2a4f19063",
                     *         "title": "Git repository readable from the web",
                     *         "description": "Deny access to /.git and rotate what it held.",
                     *         "status": "open",
                     *         "priority": "high",
                     *         "assignee": null,
                     *         "due_date": "2026-02-02T08:12:45.000Z",
                     *         "finding_id": "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283",
                     *         "created_at": "2026-01-03T08:12:45.000Z",
                     *         "updated_at": "2026-01-31T09:38:20.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Task"][];
                };
            };
            401: components["responses"]["Error401"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
}
