import { goWithQuery, place } from '../router.tsx';
import { number, t } from '../translations.ts';

interface PagerProps {
  readonly size: number;
  readonly total: number;
  /** Whether `total` is an estimate. */
  readonly isEstimate?: boolean | undefined;
}

/** Buttons for the pages of a list, and the range of shown rows. The query of the address has the offset. */
export function Pager({ size, total, isEstimate }: PagerProps) {
  const offset = Number(place.use().query.get('offset') ?? 0);
  const goTo = (first: number) => goWithQuery({ offset: String(first) });
  const last = Math.min(offset + size, total);
  return (
    <div class="pager">
      <span role="status">
        {total === 0
          ? t('nothingFound')
          : t(isEstimate ? 'rangeOfAbout' : 'range', {
              first: number(offset + 1),
              last: number(last),
              total: number(total),
            })}
      </span>
      <button type="button" disabled={offset === 0} onClick={() => goTo(Math.max(0, offset - size))}>
        {t('previous')}
      </button>
      <button type="button" disabled={last >= total} onClick={() => goTo(offset + size)}>
        {t('next')}
      </button>
    </div>
  );
}
