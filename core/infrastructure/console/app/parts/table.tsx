import type { ComponentChildren } from 'preact';
import { t } from '../translations.ts';

/** A column of a table. */
export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Whether the cells are numbers, which are aligned to the right. */
  readonly isNumber?: boolean;
}

interface TableProps<T> {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** Whether a narrow screen shows the cells of a row below each other, with their titles. */
  readonly stacks?: boolean;
}

/** A table, which scrolls horizontally on a narrow screen unless it stacks its cells. */
export function Table<T>({ label, columns, rows, keyOf, stacks }: TableProps<T>) {
  if (rows.length === 0) return <p>{t('none')}</p>;
  return (
    <div class={stacks ? 'scroll stacked' : 'scroll'} role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} data-title={title} class={isNumber ? 'number' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
