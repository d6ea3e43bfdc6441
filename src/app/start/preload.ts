// Inline script: fetches the code of early rows or figures, else that of the page.
import { earlyPage, fetchChunk, fetchPage } from './early-page.ts'
{
  const early = earlyPage()
  void (early ? fetchChunk(early) : fetchPage())
}
