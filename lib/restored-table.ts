import { Aspects, CfnResource, type Stack, Tags } from "aws-cdk-lib";

/** Tag, and entry of the metadata of what takes no tags, such as the policies of roles. */
const MARK = "palisade:restored-table";

/**
 * Has every resource of a stack updated once a restored table is in the place of the old one: references to another stack
 * are resolved at an update alone, and where a template is as it was before there is none.
 */
export function markRestored(stack: Stack, table: string): void {
  Tags.of(stack).add(MARK, table);
  Aspects.of(stack).add({
    visit: (node) => {
      if (CfnResource.isCfnResource(node)) node.addMetadata(MARK, table);
    },
  });
}
