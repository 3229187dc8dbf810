import type { CheckTarget } from '../target.ts';

/** Question to the process that reads the sources of a module: what the compiler, or the linter of Lectern, finds. */
export interface Question {
  readonly program: 'compiler' | 'linter';
  readonly target: CheckTarget;
}

/** What the compiler finds; undefined when no compiler is installed. */
export type CompilerFindings = { readonly hasFiles: boolean; readonly found: readonly CompilerFinding[] } | undefined;

/** A message of the compiler. */
export interface CompilerFinding {
  /** Path relative to the folder of the module; undefined for a message without a file. */
  readonly file: string | undefined;
  readonly line: number;
  readonly message: string;
}

/** What the linter finds; undefined without TypeScript files, or with compiler settings other than those of Lectern. */
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

/** Answer of the process, or the reason why there is none. */
export type Answer = { readonly findings: CompilerFindings | LinterFindings } | { readonly reason: string };
