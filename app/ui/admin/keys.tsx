import { Fragment } from "react";

/** Keys as they are written on the keyboard: `g d` one after the other, `Ctrl+K` together. */
export const Keys = ({ keys }: { keys: string }) => (
  <>
    {keys.split(" ").map((key, place) => (
      <Fragment key={place}>
        {place > 0 && " "}
        {key.split("+").map((one) => (
          <kbd key={one} className="key">
            {one}
          </kbd>
        ))}
      </Fragment>
    ))}
  </>
);
