import * as z from "zod";

const deployedShape = z.object({ baseUrl: z.url(), masterKey: z.string().min(1), assumerArn: z.string() });

/** A service that was deployed before the tests began: where it answers, its master key, and the role that customers trust. */
export type DeployedService = z.infer<typeof deployedShape>;

/** The deployed service that these tests are to call, of DEPLOYED_SERVICE in JSON; null: each file starts one of its own. */
export function deployedService(): DeployedService | null {
  const text = process.env.DEPLOYED_SERVICE;
  return text ? deployedShape.parse(JSON.parse(text)) : null;
}
