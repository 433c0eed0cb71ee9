import { Aws, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";

/** Tells an operator by e-mail what the alarms of this stack say: encrypted, over TLS alone, for this account's alarms. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { email }: { readonly email: string }) {
    const cloudWatch = new ServicePrincipal("cloudwatch.amazonaws.com");
    // Not the key that AWS keeps for SNS: its policy does not let CloudWatch use it, and no e-mail would ever be sent.
    const masterKey = new Key(scope, `${id}Key`, { description: "Palisade: alarms", enableKeyRotation: true });
    masterKey.grant(cloudWatch, "kms:Decrypt", "kms:GenerateDataKey");
    super(scope, id, { masterKey, enforceSSL: true });
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ["sns:Publish"],
        resources: [this.topicArn],
        conditions: {
          StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID },
          ArnLike: {
            "aws:SourceArn": Stack.of(this).formatArn({
              service: "cloudwatch",
              resource: `alarm:${Stack.of(this).stackName}-*`,
            }),
          },
        },
      }),
    );
    this.addSubscription(new EmailSubscription(email));
  }
}
