import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { place } from '../router.tsx';
import { t } from '../translations.ts';

interface SearchFormProps {
  /** Names of the fields. */
  readonly names: readonly string[];
  readonly onSearch: (values: Readonly<Record<string, string>>) => void;
  readonly children: ComponentChildren;
}

/** Form for the filters of a list. The query of the address stores the filters, so a new query creates a new form. */
export function SearchForm({ names, onSearch, children }: SearchFormProps) {
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
    onSearch(Object.fromEntries(names.map((name) => [name, fields.get(name) as string])));
  };
  return (
    <form class="search" role="search" onSubmit={submit} key={key} ref={form}>
      {children}
      <button>{t('search')}</button>
    </form>
  );
}
