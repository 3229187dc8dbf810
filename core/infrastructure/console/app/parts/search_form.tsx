import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { goWithQuery, place } from '../router.tsx';
import { t } from '../translations.ts';

/** A filter of a list, or its order. */
export interface Condition {
  /** Name in the query of the address. */
  readonly name: string;
  readonly label: ComponentChildren;
  /** Values to choose from, with their texts. Without any, the user writes the value. */
  readonly choices?: readonly (readonly [value: string, text: string])[];
  /** Value without one in the query. */
  readonly initial?: string;
  /** Attributes of the control. */
  readonly more?: {
    readonly type?: 'date';
    readonly title?: string | undefined;
    readonly required?: boolean | undefined;
    readonly placeholder?: string;
  };
}

/** Form for the conditions of a list. The query of the address stores their values, so a new query creates a new form. */
export function SearchForm({ conditions }: { readonly conditions: readonly Condition[] }) {
  const { query } = place.use();
  const form = useRef<HTMLFormElement>(null);
  const left = useRef<string | undefined>(undefined);
  const key = query.toString();
  useLayoutEffect(() => {
    // The new form focuses the field or button from which the user started the search.
    if (left.current === undefined) return;
    form.current?.querySelector<HTMLElement>(left.current)?.focus();
    left.current = undefined;
  }, [key]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { name } = document.activeElement as HTMLInputElement;
    left.current = name ? `[name="${name}"]` : 'button';
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const values = conditions.map(({ name: one }) => [one, fields.get(one) as string] as const);
    goWithQuery({ ...Object.fromEntries(values), offset: undefined });
  };
  return (
    <form class="search" role="search" onSubmit={submit} key={key} ref={form}>
      {conditions.map((condition) => (
        <label key={condition.name}>
          <span>{condition.label}</span>
          <Entry {...condition} given={query.get(condition.name) ?? condition.initial ?? ''} />
        </label>
      ))}
      <button>{t('search')}</button>
    </form>
  );
}

function Entry({ name, choices = [], initial = '', more, given }: Condition & { readonly given: string }) {
  if (choices.length === 0) return <input name={name} defaultValue={given} {...more} />;
  return (
    <select name={name} {...more}>
      {initial === '' && <option value="">–</option>}
      {choices.map(([value, text]) => (
        <option key={value} value={value} selected={value === given}>
          {text}
        </option>
      ))}
    </select>
  );
}
