/**
 * The fields of a ServiceMonitor (monitoring.coreos.com/v1) that the manifest may use. The types of the Prometheus operator
 * are in no small package.
 */
export interface ServiceMonitor {
  readonly apiVersion: 'monitoring.coreos.com/v1';
  readonly kind: 'ServiceMonitor';
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly endpoints: readonly Endpoint[];
  };
}

interface Endpoint {
  readonly port: string;
  readonly path?: string;
  readonly scheme?: 'http' | 'https';
  readonly interval?: `${number}s`;
  readonly scrapeTimeout?: `${number}s`;
  readonly honorLabels?: boolean;
  readonly authorization?: { readonly credentials: { readonly name: string; readonly key: string } };
}
