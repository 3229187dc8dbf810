import type { FormField } from '../fields.ts';

/** Label of a field, with the name that the API has for it. */
export function FieldLabel({ label, name }: Pick<FormField, 'label' | 'name'>) {
  if (label === name) return <>{name}</>;
  return (
    <>
      <span>{label}</span> <small>{name}</small>
    </>
  );
}
