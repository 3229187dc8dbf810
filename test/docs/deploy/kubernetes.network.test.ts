import { expect } from 'chai';
import type { Service } from 'kubernetes-types/core/v1.js';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import { parse } from 'yaml';
import { blocksOf } from '../../support/documents.ts';
import { started } from '../../support/started.ts';
import { startPlatform } from '../../support/platform.ts';
import { textOf } from './product.ts';
import type { ServiceMonitor } from './service_monitor.ts';

const read = <T>(file: string) => parse(textOf(`docs/deploy/kubernetes/${file}`)) as T;
const service = read<Service>('service.yaml');
const container = read<Deployment>('deployment.yaml').spec!.template.spec!.containers[0]!;
const policy = read<NetworkPolicy>('network_policy.yaml').spec!;
const ingress = read<Ingress>('ingress.yaml').spec!;
const { paths } = ingress.rules![0]!.http!;
const [port] = service.spec!.ports!;

/** Whether the Ingress passes on a path. */
const isPublic = (path: string) =>
  paths.some(({ path: public_ = '', pathType }) => {
    return path === public_ || (pathType === 'Prefix' && path.startsWith(`${public_}/`));
  });

describe('The Ingress for Kubernetes', () => {
  const platform = started(() => startPlatform());

  it('passes on the API and all pages to the service, by https', () => {
    const { name } = service.metadata!;
    for (const { backend } of paths) expect(backend.service).to.deep.equal({ name, port: { name: port!.name } });
    expect(ingress.tls![0]!.hosts).to.deep.equal([ingress.rules![0]!.host]);
    const { lectern } = JSON.parse(`{ "lectern": ${configured()} }`) as { lectern: { http: { publicUrl: string } } };
    expect(lectern.http.publicUrl).to.equal(`https://${ingress.rules![0]!.host}`);
  });

  it('has only paths that a server answers, and no page of operators', async () => {
    for (const { path } of paths) {
      const { status } = await platform.api.get(path === '/api' ? '/api/openapi.json' : path!);
      if (path !== '/assets') expect(status, path).to.be.below(400);
    }
    const { text } = await platform.api.get('/').expect(200);
    const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !isPublic(link))).to.deep.equal([]);
    const [, closed = ''] = /location ~ \/\((.*)\)\$/.exec(
      blocksOf('docs/http.md').find(({ language }) => language === 'nginx')!.text,
    )!;
    expect(closed.split('|').map((page) => isPublic(`/${page}`))).to.deep.equal([false, false, false]);
  });
});

describe('The NetworkPolicy for Kubernetes', () => {
  const ports = policy.egress!.flatMap((rule) => rule.ports!.map((one) => one.port));

  it('admits other pods to the port of the container only', () => {
    expect(policy.policyTypes).to.have.members(['Ingress', 'Egress']);
    expect(policy.podSelector.matchLabels).to.deep.equal(service.spec!.selector);
    expect(policy.ingress!.flatMap((rule) => rule.ports)).to.deep.equal([{ port: container.ports![0]!.name }]);
  });

  it('lets the pods reach the servers that the documents name', () => {
    for (const [document, address] of [
      ['docs/database.md', /listen_port = (\d+)/],
      ['docs/observability.md', /OTEL_EXPORTER_OTLP_ENDPOINT=http:\/\/[\w.]+:(\d+)/],
      ['docs/scaling.md', /redis:\/\/redis:(\d+)/],
      ['docs/scaling.md', /@postgres:(\d+)/],
      ['docs/operations.md', /smtps:\/\/[\w:.]+@host:(\d+)/],
      ['docs/operations.md', /smtp:\/\/[\w:.]+@host:(\d+)/],
    ] as const)
      expect(ports, document).to.include(Number(address.exec(textOf(document))![1]));
    expect(ports).to.include.members([53, 443]);
  });
});

describe('The ServiceMonitor for the Prometheus operator', () => {
  it('scrapes the pods of the service, under the name of the alerts', () => {
    const { spec } = read<ServiceMonitor>('service_monitor.yaml');
    expect(spec.selector.matchLabels).to.deep.equal(service.metadata!.labels);
    expect(spec.endpoints[0]).to.include({ port: port!.name, path: '/metrics' });
    expect(textOf('docs/deploy/prometheus/alerts.yaml')).to.include(`up{job="${service.metadata!.name}"}`);
  });
});

/** The configuration in the ConfigMap. */
function configured(): string {
  return read<{ data: Record<string, string> }>('config.yaml').data['lectern.json']!;
}
