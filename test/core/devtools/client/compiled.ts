import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../../support/platform.ts';

/** Compiles files with all strict options, but those that `changed` replaces. @returns the messages of the compiler */
export function complaints(paths: readonly string[], changed: ts.CompilerOptions = {}): string[] {
  const program = ts.createProgram(paths, {
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
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const { line } = file?.getLineAndCharacterOfPosition(start) ?? { line: -1 };
    return `${file?.fileName ?? ''}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
