import { Icon } from "../elements/icon";
import { Notice } from "../elements/notice";
import { useHasScript } from "../elements/use-has-script";
import { AdminSearch } from "./search-results";
import { useOfficeKeys } from "./use-office-keys";
import { HELP_KEY } from "./shortcuts";

/** The office's search, with the palette and the list of keys beside it; without the field where `hasField` is false. */
export function OfficeBar({ hasField }: { hasField: boolean }) {
  const { panel, hasFailed, open, close } = useOfficeKeys();
  const hasScript = useHasScript();
  return (
    <>
      {hasField && (
        <div className="office-search">
          <AdminSearch />
          <a
            href="/admin-dashboard/search"
            aria-keyshortcuts="Control+K"
            className="button button-quiet ml-auto hidden shrink-0 lg:inline-flex"
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              open("palette");
            }}
          >
            <Icon name="menu" /> Go to...
          </a>
          {hasScript && (
            <button
              type="button"
              aria-keyshortcuts={HELP_KEY}
              className="button button-quiet hidden shrink-0 lg:inline-flex"
              onClick={() => open("help")}
            >
              Keys
            </button>
          )}
        </div>
      )}
      {hasFailed && <Notice kind="danger">We couldn't load this. Check your connection and try again.</Notice>}
      {panel && <panel.Content key={panel.name} typed={panel.typed} close={close} open={open} />}
    </>
  );
}
