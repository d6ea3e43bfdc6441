import { useState } from 'react'

import { makePairingCode } from '#contract/system.ts'
import { Problem, useAttempt } from '#forms/use-attempt.tsx'
import { IS_SITE } from '#in-page/own-address.ts'
import { useExtension, useService } from '#query/service.tsx'
import { Button, CopyButton } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Time } from '#ui/time.tsx'

import { Setting } from './setting.tsx'

type Offer = { link: string; expiresAt: number; picture: QrCode; isElsewhere: boolean }

type QrCode = { size: number; path: string }

/** Pairs another browser, or another device by QR code, if the service issues codes. */
export function PairDevice() {
  const { client } = useService()
  const isOffered = useExtension(makePairingCode) === true && !IS_SITE
  const [offer, setOffer] = useState<Offer>()
  const { attempt, problem, isBusy } = useAttempt('No code could be made.')
  if (!isOffered) return null

  const ask = async () => {
    const { code, expires_at: expiresAt, origin } = await client.call(makePairingCode, {})
    const link = `${origin ?? location.origin}/#pair=${code}`
    setOffer({
      link,
      expiresAt,
      picture: await qrCodeOf(link),
      isElsewhere: origin !== null || !isThisMachine(location.hostname),
    })
  }

  return (
    <div className="mt-3 border-t border-hairline">
      <Setting
        name="Pair another browser"
        detail="One-time link, valid 10 minutes. Anyone who opens it can trade as you."
      >
        <Button isSending={isBusy} sendingLabel="Asking" onClick={() => void attempt(ask)}>
          {offer ? 'Make another link' : 'Make a link'}
        </Button>
      </Setting>
      <Problem>{problem}</Problem>
      {offer && <Link {...offer} onDone={() => setOffer(undefined)} />}
    </div>
  )
}

function Link({ link, expiresAt, picture, isElsewhere, onDone }: Offer & { onDone: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-start gap-x-6 gap-y-3 py-3">
      {isElsewhere && (
        <svg
          role="img"
          aria-label="QR code of the link"
          viewBox={`0 0 ${picture.size} ${picture.size}`}
          shapeRendering="crispEdges"
          className="size-44 shrink-0 rounded"
        >
          {/* { Dark on light in every theme, because some cameras cannot read the reverse. */}
          <rect width={picture.size} height={picture.size} fill="#fff" />
          <path d={picture.path} fill="#000" />
        </svg>
      )}
      <div className="min-w-0 flex-1 basis-60 space-y-2">
        {isElsewhere ? (
          <p>Scan the code with the camera of a phone, or open the link in another browser.</p>
        ) : (
          <Note>
            This link works on this computer alone. Other devices reach the service once it is
            started with a public address: see “On your phone” in the README.
          </Note>
        )}
        <p className="text-caption text-ink-3">
          Valid once, until <Time at={expiresAt} style="clock" />.
        </p>
        <p className="font-mono text-caption break-all">{link}</p>
        <p className="flex flex-wrap gap-2">
          <CopyButton text={link} label="Copy the link" size="small" />
          <Button look="quiet" size="small" onClick={onDone}>
            Hide
          </Button>
        </p>
      </div>
    </div>
  )
}

const isThisMachine = (hostname: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** Quiet zone in modules, which cameras need (ISO/IEC 18004, 6.3.8). */
const QUIET_ZONE = 4

async function qrCodeOf(text: string): Promise<QrCode> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('')
  return { size, path }
}
