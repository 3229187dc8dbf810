import type { CheckTarget } from '../target.ts';

/** Question to the process that reads the sources of a module. */
export interface Question {
  readonly program: 'compiler' | 'linter';
  readonly target: CheckTarget;
}

/** Messages of the compiler, and whether the module has TypeScript files; undefined when no compiler is installed. */
export type CompilerFindings = { readonly hasFiles: boolean; readonly found: readonly CompilerFinding[] } | undefined;

export interface CompilerFinding {
  /** Path relative to the folder of the module; undefined for a message without a file. */
  readonly file: string | undefined;
  readonly line: number;
  readonly message: string;
}

/** Messages of the linter; undefined without ESLint, TypeScript files, or the compiler settings of Lectern. */
export type LinterFindings = readonly Linted[] | undefined;

/** Messages of the linter about a file, as ESLint has them. */
export interface Linted {
  readonly filePath: string;
  readonly messages: readonly {
    readonly ruleId: string | null;
    readonly severity: number;
    readonly line?: number;
    readonly message: string;
  }[];
}

/** Answer of the process: the messages, or the reason why the program failed. */
export type Answer = { readonly findings: CompilerFindings | LinterFindings } | { readonly reason: string };
