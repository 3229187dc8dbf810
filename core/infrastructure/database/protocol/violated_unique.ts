const UNIQUE_VIOLATION = '23505';

/** Returns the name of the unique constraint that a statement has violated; undefined for other errors. */
export function violatedUnique(error: unknown): string | undefined {
  const { code, constraint = '' } = (error ?? {}) as { code?: unknown; constraint?: string };
  return code === UNIQUE_VIOLATION ? constraint : undefined;
}
