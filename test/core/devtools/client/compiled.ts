import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../../support/platform.ts';

/** Parsed files of packages, which all programs share. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Compiles files with all strict options, but those that `changed` replaces. @returns the messages of the compiler */
export function complaints(paths: readonly string[], changed: ts.CompilerOptions = {}): string[] {
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noFallthroughCasesInSwitch: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noPropertyAccessFromIndexSignature: true,
    noUncheckedIndexedAccess: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    typeRoots: [join(projectRoot, 'node_modules/@types')],
    ...changed,
  };
  const program = ts.createProgram(paths, options, hostOf(options));
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const { line } = file?.getLineAndCharacterOfPosition(start) ?? { line: -1 };
    return `${file?.fileName ?? ''}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  return {
    ...disk,
    getSourceFile: (path, version) => {
      if (!path.includes('/node_modules/')) return disk.getSourceFile(path, version);
      if (!parsed.has(path)) parsed.set(path, disk.getSourceFile(path, version));
      return parsed.get(path);
    },
  };
}
