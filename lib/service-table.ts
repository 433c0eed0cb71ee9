import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { AuditRow } from "../functions/store/entities/audit-row.ts";
import { RateCounter } from "../functions/store/entities/rate-counter.ts";
import { tableDefinition } from "../functions/store/table.ts";
import type { ServiceRole } from "./service-role.ts";

const READ = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
const WRITE = [
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:BatchWriteItem",
  "dynamodb:ConditionCheckItem",
];

/**
 * What Lambda needs to poll a stream. It asks for ListStreams when the event source is made, and is content with the one
 * stream.
 */
const READ_STREAM = [
  "dynamodb:DescribeStream",
  "dynamodb:GetRecords",
  "dynamodb:GetShardIterator",
  "dynamodb:ListStreams",
];

/** Ways to change what is there already. The audit log knows none: its rows are put once, under a condition. */
const CHANGE = ["dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:BatchWriteItem"];

/** The single table. Nobody may scan it, for a scan would read all tenants at once. */
export class ServiceTable extends Table {
  constructor(scope: Construct, id: string) {
    const { pk, sk, gsi1, ttl } = tableDefinition;
    super(scope, id, {
      partitionKey: { name: pk, type: AttributeType.STRING },
      sortKey: { name: sk, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: ttl,
    });
    this.addGlobalSecondaryIndex({
      indexName: gsi1.name,
      partitionKey: { name: gsi1.pk, type: AttributeType.STRING },
      sortKey: { name: gsi1.sk, type: AttributeType.STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...gsi1.nonKeyAttributes],
    });
  }

  grantRead(role: ServiceRole): void {
    role.allow(READ, [this.tableArn, `${this.tableArn}/index/${tableDefinition.gsi1.name}`]);
  }

  grantReadAndWrite(role: ServiceRole): void {
    this.grantRead(role);
    role.allow(WRITE, [this.tableArn]);
    const { pk } = AuditRow.get({ id: "any" }).params<{ Key: { pk: string } }>().Key;
    role.deny(CHANGE, [this.tableArn], { "ForAnyValue:StringEquals": { "dynamodb:LeadingKeys": [pk] } });
  }

  /** ARN of the stream of all changes. */
  get streamArn(): string {
    if (this.tableStreamArn === undefined) throw new Error("the table has no stream");
    return this.tableStreamArn;
  }

  /** Lets a role see what is changed, in every org. */
  grantReadStream(role: ServiceRole): void {
    role.allow(READ_STREAM, [this.streamArn]);
  }

  /** Lets a reader count its requests: the one item it may change. */
  grantCounting(role: ServiceRole): void {
    const { pk } = RateCounter.get({ caller: "*", minute: "*" }).params<{ Key: { pk: string } }>().Key;
    role.allow(["dynamodb:UpdateItem"], [this.tableArn], {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [pk] },
      // ForAllValues also holds for a request without keys.
      Null: { "dynamodb:LeadingKeys": ["false"] },
    });
  }
}
