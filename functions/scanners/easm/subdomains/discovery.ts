/** What a deployment lets discovery ask besides the customer's own DNS. */
export interface DiscoveryConfig {
  /** Ask the Certificate Transparency logs through crt.sh, a third party that learns the domain's name. */
  readonly ctLogs: boolean;
}

let current: DiscoveryConfig = { ctLogs: false };

/** Sets what discovery may ask, for every scan from now on. Nothing is asked of third parties unless it is called. */
export function configureDiscovery(config: DiscoveryConfig): void {
  current = { ...config };
}

/** The configuration in force. */
export const discoveryConfig = (): DiscoveryConfig => current;
