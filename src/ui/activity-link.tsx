import { Link } from '@tanstack/react-router'

import { buttonClass } from './button-class.ts'

/** Link from an outcome to its intent on the Activity page. */
export const ActivityLink = ({ intent }: { intent: string | undefined }) => (
  <Link to="/activity" search={{ intent }} className={buttonClass()}>
    See it in Activity
  </Link>
)
