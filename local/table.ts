import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { tableDefinition } from "../functions/store/table.ts";
import { StartupError } from "./failure.ts";

const { pk, sk, gsi1, ttl } = tableDefinition;

const key = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: "HASH" as const },
  { AttributeName: range, KeyType: "RANGE" as const },
];

/**
 * Creates the table as the deployment does, unless it exists. Throws a StartupError when the one that exists was made by
 * a version with another layout. Without a stream DynamoDB Local, which searches what streams hold at every write, is
 * several times as fast: for tests that read none.
 */
export async function createTable(client: DynamoDBClient, name: string, hasStream = true): Promise<void> {
  const existing = await describe(client, name);
  if (existing) {
    if (layoutOf(existing) !== expectedLayout)
      throw new StartupError(`Table ${name} was made by another version of the service: start once with --fresh`);
    return;
  }
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [pk, sk, gsi1.pk, gsi1.sk].map((attribute) => ({
        AttributeName: attribute,
        AttributeType: "S" as const,
      })),
      KeySchema: key(pk, sk),
      GlobalSecondaryIndexes: [
        {
          IndexName: gsi1.name,
          KeySchema: key(gsi1.pk, gsi1.sk),
          Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: [...gsi1.nonKeyAttributes] },
        },
      ],
      ...(hasStream ? { StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" } } : {}),
    }),
  );
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { Enabled: true, AttributeName: ttl },
    }),
  );
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | null> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

const expectedLayout = JSON.stringify([
  [pk, sk],
  [[gsi1.name, gsi1.pk, gsi1.sk, ...[...gsi1.nonKeyAttributes].sort()]],
]);

const layoutOf = (table: TableDescription): string =>
  JSON.stringify([
    table.KeySchema?.map(({ AttributeName }) => AttributeName),
    (table.GlobalSecondaryIndexes ?? []).map((index) => [
      index.IndexName,
      ...(index.KeySchema ?? []).map(({ AttributeName }) => AttributeName),
      ...[...(index.Projection?.NonKeyAttributes ?? [])].sort(),
    ]),
  ]);
