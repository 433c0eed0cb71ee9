import { uniqueTableName } from "./dynamodb.ts";

/** Each test file has a table of its own. Set before any module is loaded, because the store reads it when it is. */
process.env.TABLE_NAME ??= uniqueTableName();
