import { inject } from "vitest";

/** Endpoint of the run's DynamoDB Local, which all test files share: each uses tables of its own. */
export async function testDynamoEndpoint(): Promise<string> {
  const answer = await fetch(inject("dynamoBroker"));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** A table name that nobody else uses. */
export const uniqueTableName = (): string => `test-${crypto.randomUUID()}`;
