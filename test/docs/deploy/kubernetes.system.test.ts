import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ConfigMap, PersistentVolumeClaim, Secret, Service } from 'kubernetes-types/core/v1.js';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { parseAllDocuments } from 'yaml';
import { loadConfig, loadSection } from '../../../core/hosting/config/load_config.ts';
import { BuiltServer } from '../../support/built_server.ts';
import { Installation } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { variables } from './image.ts';
import { complaintsOf } from './manifest_types.ts';
import { END_SECONDS, isKnown, secretVariables, textOf } from './product.ts';

const folder = 'docs/deploy/kubernetes';
const files = readdirSync(join(projectRoot, folder)).sort();

function documentIn(file: string): { kind: string; apiVersion: string } {
  const documents = parseAllDocuments(textOf(`${folder}/${file}`), { version: '1.1', strict: true });
  expect(documents, file).to.have.length(1);
  expect([...documents[0]!.errors, ...documents[0]!.warnings], file).to.deep.equal([]);
  return documents[0]!.toJS() as { kind: string; apiVersion: string };
}

const documents = Object.fromEntries(files.map((file) => [file, documentIn(file)]));
const deployment = documents['deployment.yaml'] as Deployment;
const pod = deployment.spec!.template.spec!;
const [container] = pod.containers;
const labels = { 'app.kubernetes.io/name': 'lectern' };

/** Returns the configuration of a production start with the ConfigMap. */
function configured() {
  const text = (documents['config.yaml'] as ConfigMap).data!['lectern.json']!;
  const place = mkdtempSync(join(tmpdir(), 'lectern-'));
  const file = join(place, 'lectern.json');
  try {
    writeFileSync(file, text);
    const env = { NODE_ENV: 'production', CONFIG_FILE: file };
    return loadConfig({ root: projectRoot, env, overrides: {} }).config;
  } finally {
    rmSync(place, { recursive: true });
  }
}

function databaseSection() {
  const { config } = JSON.parse(textOf('core/infrastructure/database/module.json')) as { config: object };
  const written = configured().modules['database'] ?? {};
  return loadSection(config, written, { env: {}, overrides: {} });
}

describe('The manifests for Kubernetes', () => {
  it('have only fields that Kubernetes knows, and all required fields', () => {
    const typed = Object.values(documents).filter(({ kind }) => kind !== 'Kustomization');
    expect(complaintsOf(typed)).to.deep.equal([]);
    const misspelt = { ...deployment, spec: { ...deployment.spec, replica: 2 } } as unknown as (typeof typed)[number];
    expect(complaintsOf([misspelt]).join()).to.match(/only specify known properties.*\breplica\b/);
  });

  it('are all applied, except for an example of a secret without values, and the object of an operator', () => {
    const { resources } = documents['kustomization.yaml'] as unknown as { resources: string[] };
    const apart = ['kustomization.yaml', 'secret.example.yaml', 'service_monitor.yaml'];
    expect([...resources, ...apart].sort()).to.deep.equal(files);
    expect(new Set(Object.values((documents['secret.example.yaml'] as Secret).stringData!))).to.deep.equal(
      new Set(['']),
    );
  });

  it('use the same labels, port and names', () => {
    const { spec: service } = documents['service.yaml'] as Service;
    const { spec: budget } = documents['pod_disruption_budget.yaml'] as PodDisruptionBudget;
    const { spec: scaler } = documents['horizontal_pod_autoscaler.yaml'] as HorizontalPodAutoscaler;
    expect(deployment.spec!.template.metadata!.labels).to.deep.equal(labels);
    for (const selector of [deployment.spec!.selector.matchLabels, service!.selector, budget!.selector!.matchLabels])
      expect(selector).to.deep.equal(labels);
    expect(scaler!.scaleTargetRef).to.include({ kind: 'Deployment', name: deployment.metadata!.name });
    const [port] = container!.ports!;
    expect(service!.ports![0]!.targetPort).to.equal(port!.name);
    expect(String(port!.containerPort)).to.equal(variables['PORT']);
    expect(container!.env!.find(({ name }) => name === 'PORT')!.value).to.equal(variables['PORT']);
  });

  it('set only variables that the configuration reads, and secrets as mounted files', () => {
    const names = container!.env!.map(({ name }) => name);
    expect(names.filter((name) => !isKnown(name))).to.deep.equal([]);
    expect(names.filter((name) => secretVariables.includes(name))).to.deep.equal([]);
    const mounted = container!.volumeMounts!.find(({ name }) => name === 'secrets')!.mountPath;
    const keys = Object.keys((documents['secret.example.yaml'] as Secret).stringData!);
    const secrets = container!.env!.filter(({ value }) => value?.startsWith(mounted)).map(({ value }) => value);
    expect(secrets).to.deep.equal(keys.map((key) => `${mounted}/${key}`));
    const file = container!.env!.find(({ name }) => name === 'CONFIG_FILE')!.value;
    const config = container!.volumeMounts!.find(({ name }) => name === 'config')!.mountPath;
    expect(file).to.equal(`${config}/${Object.keys((documents['config.yaml'] as ConfigMap).data!)[0]!}`);
    const volumes = pod.volumes!.map(({ name }) => name);
    expect(container!.volumeMounts!.map(({ name }) => name)).to.deep.equal(volumes);
  });

  it('have a configuration that a production start accepts', () => {
    const { http, plugins } = configured();
    expect(plugins.required).to.deep.equal(['vip']);
    expect(http).to.include({ lameDuckMs: 5000, host: '0.0.0.0' });
    expect(databaseSection().problems).to.deep.equal([]);
  });

  it('keep the uploads of all pods on a volume', () => {
    const { folder } = configured().modules['files'] as { folder: string };
    const mount = container!.volumeMounts!.find(({ name }) => name === 'files')!;
    expect(folder.startsWith(`${mount.mountPath}/`), folder).to.equal(true);
    const { claimName } = pod.volumes!.find(({ name }) => name === 'files')!.persistentVolumeClaim!;
    const { metadata, spec } = documents['files.yaml'] as PersistentVolumeClaim;
    expect(claimName).to.equal(metadata!.name);
    expect(spec!.accessModes).to.deep.equal(['ReadWriteMany']);
  });

  it('leave a pod time for the lame-duck phase and the drain', () => {
    const least = configured().http.lameDuckMs / 1000 + END_SECONDS;
    expect(pod.terminationGracePeriodSeconds).to.be.within(least, least + 10);
  });

  it('need fewer connections than PostgreSQL permits, also during an update', () => {
    const { maxReplicas } = (documents['horizontal_pod_autoscaler.yaml'] as HorizontalPodAutoscaler).spec!;
    const surge = Number(deployment.spec!.strategy!.rollingUpdate!.maxSurge);
    const workers = Number(container!.env!.find(({ name }) => name === 'WORKERS')!.value);
    const { section } = databaseSection();
    const sizes = ['poolMax', 'reservedConnections', 'operatorConnections'];
    const each = sizes.reduce((sum, name) => sum + Number(section[name]), 0);
    // PostgreSQL permits 100 connections by default, and reserves three for superusers.
    expect((maxReplicas + surge) * workers * each).to.be.below(97);
  });

  describe('have probes, of which', () => {
    const installation = new Installation({ 'config/default.json': '{}', 'package.json': '{ "type": "module" }' });
    let server: BuiltServer;

    before(() => {
      server = new BuiltServer({ root: installation.root, env: { NODE_ENV: 'test' } });
    });
    after(async () => {
      await server.stop();
      await installation.clear();
    });

    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      it(`${probe} is answered with 200`, async () => {
        const { httpGet, timeoutSeconds } = container![probe]!;
        expect((await fetch((await server.url()) + httpGet!.path!)).status).to.equal(200);
        expect(httpGet!.port).to.equal(container!.ports![0]!.name);
        // The check of the database alone may take two seconds.
        expect(timeoutSeconds).to.be.above(2);
      });
    }
  });
});
