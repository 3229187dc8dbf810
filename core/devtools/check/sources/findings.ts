/**
 * Messages of the compiler, and whether the module has TypeScript files; null when no compiler is installed, because
 * messages between processes have no undefined.
 */
export type CompilerFindings = { readonly hasFiles: boolean; readonly found: readonly CompilerFinding[] } | null;

export interface CompilerFinding {
  /** Path relative to the folder of the module; undefined for a message without a file. */
  readonly file: string | undefined;
  readonly line: number;
  readonly message: string;
}

/** Answer of the process that compiles: the messages, or the reason why the compiler failed. */
export type Answer = { readonly findings: CompilerFindings } | { readonly reason: string };
