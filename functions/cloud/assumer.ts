/** ARN of the role by which the service assumes the roles of customers; null where it acts with credentials of its own. */
export const assumerArn = (): string | null => process.env.ASSUMER_ROLE_ARN || null;
