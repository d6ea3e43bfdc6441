import { Link } from '@tanstack/react-router'

import { type BotRef, botsInAddress } from './compared-bots.ts'

export const CompareLink = ({ bot }: { bot: BotRef }) => (
  <Link to="/compare" search={{ bots: botsInAddress([bot]) }} className="link touch">
    Compare<span className="sr-only"> with other bots</span>
  </Link>
)
