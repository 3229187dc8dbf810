import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../support/platform.ts';

/** Fields of every Kubernetes object. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  types: [],
  skipLibCheck: true,
};

/**
 * Checks objects against the types of Kubernetes.
 * @returns the messages of the compiler: unknown fields, missing fields, values of other types
 */
export function complaintsOf(manifests: readonly Manifest[]): string[] {
  return typeErrorsIn(manifests.map(written).join('\n'));
}

/** Checks the types of a text in TypeScript. @returns the messages of the compiler */
export function typeErrorsIn(text: string): string[] {
  const file = join(projectRoot, 'test/docs/deploy/manifests.ts');
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => path === file || disk.fileExists(path),
    readFile: (path) => (path === file ? text : disk.readFile(path)),
    getSourceFile: (path, version) =>
      path === file ? ts.createSourceFile(path, text, version) : disk.getSourceFile(path, version),
  };
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

function written(manifest: Manifest, index: number): string {
  const { apiVersion, kind } = manifest;
  const from = apiVersion.includes('/') ? apiVersion.replace('.k8s.io/', '/') : `core/${apiVersion}`;
  const type = apiVersion.startsWith('monitoring.coreos.com/')
    ? `import('./service_monitor.ts').${kind}`
    : `import('kubernetes-types/${from}.js').${kind}`;
  return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
}
