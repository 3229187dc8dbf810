const MAX_MESSAGE = 1_000;
const KEPT_BEGINNING = 300;
const KEPT_END = 600;
/** Name of the property with the columns of a violated constraint. */
const COLUMNS = Symbol('columns');

/**
 * Cleans the error of a query for messages and logs: shortens its SQL, which can have thousands of placeholders, and
 * removes details of rows and parameters, which may be secret. Only the column names of a violated constraint are kept.
 */
export function cleanQueryError(error: Error): void {
  const { message } = error;
  if (message.length > MAX_MESSAGE)
    error.message = `${message.slice(0, KEPT_BEGINNING)} ... ${message.slice(-KEPT_END)}`;
  const columns = columnsIn((error as { detail?: unknown }).detail);
  Object.assign(error, { detail: undefined, where: undefined, [COLUMNS]: columns });
}

/** Columns of the constraint that a statement has violated; empty if the error names none. */
export function violatedColumns(error: object): readonly string[] {
  return (error as { [COLUMNS]?: readonly string[] })[COLUMNS] ?? [];
}

/** Column names in a detail such as `Key (user_id, lower(name))=(7, ada) already exists.`, in any language. */
function columnsIn(detail: unknown): string[] {
  const [, key = ''] = (typeof detail === 'string' && /\(((?:[^()]|\([^()]*\))+)\)=\(/.exec(detail)) || [];
  return key.split(', ').filter((column) => /^[a-z_]\w*$/.test(column));
}
