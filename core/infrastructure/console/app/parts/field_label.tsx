import type { FormField } from '../fields.ts';

/** Label of a field, followed by its name in the API. */
export function FieldLabel({ label, name }: Pick<FormField, 'label' | 'name'>) {
  if (label === name) return <>{name}</>;
  return (
    <>
      <span>{label}</span> <small>{name}</small>
    </>
  );
}
