import type { ComponentChildren } from 'preact';
import { FieldLabel } from './field_label.tsx';

interface NamedValue {
  readonly name: string;
  readonly label?: string;
  readonly title?: string | undefined;
  readonly value: ComponentChildren;
}

/** Values of an object with the labels and names of their fields. */
export function Values({ of }: { readonly of: readonly NamedValue[] }) {
  return (
    <dl class="values">
      {of.map(({ name, label = name, title, value }) => (
        <div key={name}>
          <dt title={title}>
            <FieldLabel name={name} label={label} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
