const UNIQUE_VIOLATION = '23505';
/** Number of a shard, which a distributed database appends to the names of constraints. */
const SHARD = /_\d{6,}$/;
const LAST_QUOTED = /"([^"]+)"[^"]*$/;

/** Returns the name of the unique constraint that a statement has violated; undefined for other errors. */
export function violatedUnique(error: unknown): string | undefined {
  const { code, constraint, message = '' } = (error ?? {}) as { code?: unknown; constraint?: string; message?: string };
  if (code !== UNIQUE_VIOLATION) return undefined;
  // An error of a shard names the constraint in its message only.
  return (constraint ?? LAST_QUOTED.exec(message)?.[1] ?? '').replace(SHARD, '');
}
