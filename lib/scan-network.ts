import {
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  SecurityGroup,
  SubnetType,
  Vpc,
} from "aws-cdk-lib/aws-ec2";
import { Construct } from "constructs";
import { accept } from "./accepted-findings.ts";

/**
 * The network of the scanner's containers: public subnets in two zones, from which all may go out and into which nothing
 * may come. It costs nothing while no container runs, as there is no NAT gateway, and the endpoints of S3 and DynamoDB are
 * free.
 */
export class ScanNetwork extends Construct {
  readonly vpc: IVpc;
  readonly securityGroup: SecurityGroup;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const vpc = new Vpc(this, "Vpc", {
      // Not to be reached by scans, as no private range is, and not joined to any other network.
      ipAddresses: IpAddresses.cidr("10.0.0.0/22"),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: "Scanner", subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false }],
      gatewayEndpoints: {
        Dynamo: { service: GatewayVpcEndpointAwsService.DYNAMODB },
        Storage: { service: GatewayVpcEndpointAwsService.S3 },
      },
      // Nobody is in the default group; emptying it takes a custom resource with a Lambda of its own.
      restrictDefaultSecurityGroup: false,
    });
    // CDK's own types differ in whether a VPN gateway may be undefined.
    this.vpc = vpc as IVpc;
    this.securityGroup = new SecurityGroup(this, "Outward", {
      vpc: this.vpc,
      description: "Palisade: containers of the scanner, nothing in, everything out",
      allowAllOutbound: true,
    });
    accept(vpc, "noFlowLogs");
  }
}
